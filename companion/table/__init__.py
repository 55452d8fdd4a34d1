"""The table as everybody can see it: places and their cards, money, sides, and what follows about hidden hands."""
