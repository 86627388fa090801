"""All batteries: contract, notation, refusals, conservation, move trees, properties, planted faults, a campaign."""

from rulecheck.properties.batteries import GameBatteries


class TestGame(GameBatteries, game="ur"): ...
