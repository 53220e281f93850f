"""Parts of the OpenAPI document that many operations share."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from tournaments.web.api.problems import CONTENT_TYPE
from tournaments.web.api.serializers import ProblemOut

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description="the ETag of what you read"
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="1 to 200 printable characters; the same when a request is repeated",
)

_MEANINGS = {
    400: "The request cannot be read, or a header is missing.",
    401: "The token is unknown, expired or revoked.",
    403: "The right to do this is missing.",
    404: "There is nothing here, or nothing that you may see.",
    406: "Only JSON is served.",
    409: "The tournament changed meanwhile; repeat the request.",
    410: "It was there and is not: `successor` is in the place of a table; a cursor begins anew.",
    412: "What you read has changed; `current` is what it is now.",
    415: "Only JSON is read.",
    422: "The values cannot be taken; `errors` says which and why.",
    428: "If-Match is missing.",
    429: "Too many requests; wait as Retry-After says.",
    503: "The database cannot be reached; nothing was stored.",
}
FAULTS = {(status, CONTENT_TYPE): OpenApiResponse(ProblemOut, text) for status, text in _MEANINGS.items()}
