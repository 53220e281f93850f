"""Check personal details except the name: birth, federation and FIDE ID, for pages, lists and the API.

Each function takes a text and returns the value to store, "" for an empty text. Raises NotAName with a message.
"""

from __future__ import annotations

import re
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.numbers import ranks
from tournaments.core.words.names import NotAName, clean_text, isolate, visible

_LETTERS = """
AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU BUL
BUR CAF CAM CAN CAY CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESP EST
ETH FAI FID FIE FIJ FIN FRA GAB GAM GCI GEO GEQ GER GHA GRE GRN GUA GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ
ISL ISR ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR
MAS MAW MDA MDV MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL NED NEP NGR NIG NON NOR NRU NZL OMA PAK PAN
PAR PER PHI PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD
SUI SUR SVK SWE SWZ SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM
ZAM ZIM
"""
FEDERATIONS = frozenset(_LETTERS.split())

_COUNTRIES = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
COUNTRIES = frozenset(_COUNTRIES.split())


#: The earliest accepted year of birth.
OLDEST = 1900
FIDE_ID_LENGTH = 11
FEDERATION_LENGTH = 40
_BIRTH = re.compile(r"([0-9]{4})(?:([-/])([0-9]{2})\2([0-9]{2}))?", re.ASCII)


def birth(text: str) -> str:
    """Return a year, or a date as in report files (1990/05/31), from a year or an ISO date (1990-05-31)."""
    text = text.strip()
    parts = _BIRTH.fullmatch(text)
    if not text:
        return ""
    if parts is None or not OLDEST <= int(parts[1]) <= timezone.now().year:
        raise _not_a_birth(text)
    if parts[2] is None:
        return parts[1]
    try:
        return f"{date(int(parts[1]), int(parts[3]), int(parts[4])):%Y/%m/%d}"
    except ValueError as error:
        raise _not_a_birth(text) from error


def iso(stored: str) -> str:
    """Return a stored birth for programs: an ISO date, or the year alone."""
    return stored.replace("/", "-")


def fide_id(text: str) -> str:
    """Return a FIDE ID, which has only digits."""
    text = text.strip()
    if len(text) > FIDE_ID_LENGTH or (not (text.isascii() and text.isdigit() and text.strip("0")) and text):
        message = _("“{text}” is not a FIDE ID. Enter up to 11 digits.")
        raise NotAName(message.format(text=_quote(text)))
    return text


def rank(text: str) -> str:
    """Return a Go or shogi rank in notation: 12k, 3d."""
    if not text.strip():
        return ""
    try:
        return ranks.spell_rank(ranks.parse(text))
    except ValueError as error:
        message = _("“{text}” is not a rank. Enter one from 30k to 9d, such as 12k or 3d.")
        raise NotAName(message.format(text=_quote(text))) from error


def federation(text: str, *, chess: bool) -> str:
    """Return the federation: in chess a FIDE code in capitals, in other games any text."""
    cleaned = clean_text(text, FEDERATION_LENGTH)
    if not chess or not cleaned:
        return cleaned
    if cleaned.upper() not in FEDERATIONS:
        message = _("“{text}” is not a FIDE federation code. Enter three letters, such as FIN or GER.")
        raise NotAName(message.format(text=_quote(cleaned)))
    return cleaned.upper()


def _not_a_birth(text: str) -> NotAName:
    message = _("“{text}” is not a date or year of birth. Enter 1990-05-31 or 1990.")
    return NotAName(message.format(text=_quote(text)))


def _quote(text: str) -> str:
    shown = visible(text)
    return isolate(shown if len(shown) <= 40 else f"{shown[:39]}…")
