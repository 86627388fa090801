"""The import package: a view of the folders at the repository's top level.

In a wheel the sub-packages are ordinary folders here.  In a checkout they are
links, and where a checkout could not keep links we look in the top level itself.
"""

from pathlib import Path

__version__ = "0.6.0"
DISTRIBUTION = "rulecheck-games"
"""What `pip install` calls this package: another one has had the name `rulecheck` since 2020."""

_here = Path(__file__).parent
if not (_here / "spec").is_dir():
    __path__.append(str(_here.parents[1]))
