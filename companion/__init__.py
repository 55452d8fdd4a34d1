"""The pure core of Dalje: cards, rules, referee, journal and session."""
