"""The pack itself: what its faces are called, and whether it is complete."""
