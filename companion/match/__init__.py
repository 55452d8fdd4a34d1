"""The story of a match: deals as they were told, corrected and told anew, totals, and the record."""
