"""Settings of the REST API."""

from pairings import __version__

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.web.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": [
        "tournaments.web.api.reading.PlainJSONParser",
        "tournaments.web.api.reading.MergePatchParser",
    ],
    "DEFAULT_RENDERER_CLASSES": ["tournaments.web.api.rendering.FastJSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.web.api.openapi.Schema",
    "EXCEPTION_HANDLER": "tournaments.web.api.problems.handle",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_THROTTLE_CLASSES": ["tournaments.web.api.authentication.ProgramThrottle"],
    # The limits per token or address, over all processes. Public GETs that are answered 304 hardly count.
    "DEFAULT_THROTTLE_RATES": {"program": "3000/min", "device": "30/min"},
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Kierros",
    "DESCRIPTION": (
        "Read and run tournaments. Reading public tournaments needs nothing; everything else a token of the tournament "
        "in `Authorization: Bearer`. Every error is a problem document (RFC 9457). "
        "Tokens, the course of a round, how to repeat, and every code: `/api/v1/guide`."
    ),
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "SERVERS": [{"url": "/"}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "RequestedByeKind": "tournaments.models.RequestedBye.Kind",
        "ByeKind": [(kind, kind) for kind in ("allocated", "full", "half", "zero")],
        "ScoreKind": "tournaments.models.Tournament.ScoreKind",
        "RoundStatus": "tournaments.models.Round.Status",
        "FeedRoundStatus": [(status, status) for status in ("draft", "published", "closed", "gone")],
        "OperationStatus": [(status, status) for status in ("applied", "duplicate", "conflict", "rejected")],
        "StageSeating": "tournaments.models.Stage.Seating",
        "SignUpState": "tournaments.self_service.sign_ups.STATES",
        "TaskState": [(state, state) for state in ("running", "done", "stopped", "refused", "lost")],
        "VerdictState": [(state, state) for state in ("in", "out", "level", "depends", "unproved")],
        "Topic": "tournaments.webhooks.api.TOPICS",
        "TopicOfAll": "tournaments.webhooks.accounts_api.TOPICS",
        "ClubOrFederation": [(origin, origin) for origin in ("club", "federation")],
        "TiesEnum": [("lot", "lot"), ("hand", "hand")],
        "SeriesBy": [(by, by) for by in ("place", "field", "result", "strength", "performance", "money")],
        "SeriesTies": [(ties, ties) for ties in ("rank", "shared", "best", "half")],
        "SeriesLeft": [(left, left) for left in ("half", "nothing", "all")],
        "SeriesLikeness": [(likeness, likeness) for likeness in ("year", "club", "name")],
        "SexEnum": [("m", "m"), ("w", "w")],
        "SeriesSex": [("w", "w")],
        "SeriesSeasonChange": [(change, change) for change in ("close", "reopen", "undo-reopening")],
        "SeriesStep": "standings.web.series.api.STEPS",
        "OutcomeEnum": [("win", "win"), ("draw", "draw"), ("loss", "loss")],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.web.api.document.contract.complete",
        "tournaments.web.api.openapi.compact",
        "tournaments.web.api.document.schema_texts.complete",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
