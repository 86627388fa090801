"""Whether an invariant reads only what it says it reads: it is run on a position that notes what is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulecheck.properties.invariants.checker import evaluate
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.field_tracking import parts_read
from rulecheck.reference_engines.contract import AnyEngine


def undeclared_reads(claim: Property, engine: AnyEngine, state: Any) -> set[str]:
    """Fields of the position that an invariant looks at here without naming them in `reads`.

    The position is replaced by a recording one, and so are the values in a tuple of which
    `reads` names parts.  Looking at the whole of one (`vars`, `evolve`, `changed`, `==`)
    counts as looking at every field.
    """
    if claim.reads is None:
        return set()
    seen: set[str] = set()
    fields = dict(state.__dict__)
    inner = [name for name, _ in parts_read(claim.reads) if name not in claim.reads]
    for name in inner:
        fields[name] = tuple([_recording(value, value.__dict__, f"{name}.", seen) for value in fields[name]])
    evaluate(claim, engine, _recording(state, fields, "", seen))
    return seen - set(claim.reads) - set(inner)


def _recording(value: Any, fields: Mapping[str, Any], prefix: str, seen: set[str]) -> Any:
    """A copy of a value that notes which of its fields are looked at."""
    names = set(fields) - {"events"}
    cls = type(value)

    def record(self: Any, name: str) -> Any:
        if name in names or (name == "events" and not prefix):
            seen.add(prefix + name)
        elif name == "__dict__":
            seen.update([prefix + field for field in names])
        return object.__getattribute__(self, name)

    proxy: Any = object.__new__(type("Recording" + cls.__name__, (cls,), {"__getattribute__": record}))
    object.__getattribute__(proxy, "__dict__").update(fields)
    return proxy
