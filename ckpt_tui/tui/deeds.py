"""What learns of every action before it is carried out; light, since the app loads it at once."""


class Deeds:
    """A screen that is told what is about to be done on it."""

    def deed_begins(self, action: str) -> None:
        """A key or the palette asked for an action, which is carried out next."""
        raise NotImplementedError
