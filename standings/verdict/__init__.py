"""In, out, or depends: an exact verdict on reaching the top k while results are open, with witnesses."""

from standings.verdict.answer import Answer, Condition, OwnResult, State, Verdict, Witness
from standings.verdict.judge import verdicts

__all__ = ["Answer", "Condition", "OwnResult", "State", "Verdict", "Witness", "verdicts"]
