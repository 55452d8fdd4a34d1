"""What games are written with: requests that check their answers, tricks, discards, announcements, stakes."""
