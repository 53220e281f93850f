"""The OpenAPI document describes every operation, parameter and field."""

import pytest

from tournaments.web.api.openapi import document

pytestmark = pytest.mark.django_db


@pytest.fixture
def parts():
    whole = document()
    operations = {
        f"{method} {path}": each for path, methods in whole["paths"].items() for method, each in methods.items()
    }
    schemas = whole["components"]["schemas"]
    own = {f"{name}: {each['name']}": each for name, op in operations.items() for each in _own_parameters(op)}
    fields = {f"{name}.{field}": each for name, schema in schemas.items() for field, each in _fields(schema)}
    return operations, {**schemas, **fields, **own, **whole["components"]["parameters"]}


def _own_parameters(operation):
    return [each for each in operation.get("parameters", ()) if "name" in each]


def _fields(schema):
    return schema.get("properties", {}).items()


def test_every_operation_has_a_summary(parts):
    assert [name for name, each in parts[0].items() if not each.get("summary")] == []


def test_every_schema_field_and_parameter_has_a_description(parts):
    assert [name for name, each in parts[1].items() if not each.get("description")] == []


def test_every_text_is_a_sentence_with_a_capital():
    texts = [(at, text.lstrip("`*")) for at, text in _texts(document())]
    assert len(texts) > 1000
    assert [f"{at}: {text}" for at, text in texts if not text or text[0].islower()] == []


def _texts(inside, at=""):
    """Yield every summary and description with its place in the document; examples are data and left out."""
    for name, each in inside.items() if isinstance(inside, dict) else enumerate(inside):
        if name in ("summary", "description") and isinstance(each, str):
            yield f"{at}/{name}", each
        elif isinstance(each, dict | list | tuple) and name not in ("example", "examples", "value"):
            yield from _texts(each, f"{at}/{name}")
