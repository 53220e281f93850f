"""The mark by which messages are collected for translation; pure packages know no gettext."""


def gettext_noop(message: str) -> str:
    return message
