"""In, out, or depends: an exact verdict on reaching the top k while results are open, with witnesses."""

from standings.verdict.answer import Condition, FinalState, OwnResult, PlayerVerdict, Verdict, Witness
from standings.verdict.judge import verdicts

__all__ = ["Condition", "FinalState", "OwnResult", "PlayerVerdict", "Verdict", "Witness", "verdicts"]
