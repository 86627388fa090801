"""How answers, findings and departures are written for people and machines."""
