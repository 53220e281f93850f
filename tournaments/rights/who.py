"""Who acts: a person at a page, a player with a badge, a program with a token, or a command on the machine itself."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import ApiToken, Badge, Operation, User

#: As long as the journal tells it.
LONGEST_AGENT = 80


@dataclass(frozen=True, slots=True)
class Who:
    """`user` is the person responsible, `token` the program's key, `agent` what the journal says of the way in.

    `badge` is that of a player who acts for himself.
    `operations` are what a program asks for under ids of its own. `key` and `key_of` are an Idempotency-Key and the
    hash of the request that it came with; the key of a page's form holds its contents already.
    """

    user: User | None = None
    token: ApiToken | None = None
    agent: str = "page"
    key: str | None = None
    key_of: str = ""
    operations: tuple[Operation, ...] = ()
    badge: Badge | None = None

    @property
    def is_guest(self) -> bool:
        """Whether it is a helper with a pass, who has no account."""
        return self.user is not None and self.user.is_guest

    @classmethod
    def at_page(cls, user: object, key: str | None = None) -> Who:
        return cls(user=user if isinstance(user, User) else None, agent="page", key=key)

    @classmethod
    def program(cls, token: ApiToken) -> Who:
        return cls(user=token.created_by, token=token, agent=f"api: {token.name}")

    @classmethod
    def player(cls, badge: Badge) -> Who:
        """A player by his badge; the journal tells his name."""
        return cls(agent=f"badge: {badge.player.name}"[:LONGEST_AGENT], badge=badge)

    @classmethod
    def command(cls, name: str) -> Who:
        """A command on the machine: whoever can run it can do everything."""
        return cls(agent=f"command: {name}")


#: Nobody: what an organiser has set happens because its time has come.
BY_TIME = Who(agent="time")
