"""The rendered table: cards, hands, light and camera, composed into frames."""
