"""The API conforms to its own OpenAPI description for every request."""

from __future__ import annotations

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from budge.web.answers import ANSWERS
from budge.web.openapi import description
from budge.web.request_schemas import REQUESTS

api_schema = schemathesis.openapi.from_dict(description("0"))
prompt = api_schema.exclude(path="/generate")  # random params may take all of its fifteen seconds


@prompt.parametrize()
@settings(
    max_examples=3,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_and_refusals_match_the_description(case, server):
    """A request that matches the schema may still be refused: not every text is a puzzle."""
    case.call_and_validate(base_url=f"{server}/api/v1", timeout=30, excluded_checks=[positive_data_acceptance])


def test_generated_puzzles_match_the_description(server):
    for body in ({"kind": "tokens", "params": {"vertices": 5}}, {"kind": "chess"}, {"kind": "tiles", "count": 0}, []):
        response = httpx.post(f"{server}/api/v1/generate", json=body, timeout=30)
        assert response.is_success == (body != [] and body.get("kind") == "tokens")
        api_schema["/generate"]["POST"].validate_response(response)


def test_every_answer_is_described():
    paths = description("0")["paths"]
    assert {f"/{name}" for name in (*ANSWERS, "solves")} == {path for path, item in paths.items() if "post" in item}
    assert set(REQUESTS) == {*ANSWERS, "solves"}
    posts = [item["post"] for item in paths.values() if "post" in item]
    assert all({"400", "408", "413", "415", "422", "500", "503"} <= set(post["responses"]) for post in posts)


def test_the_description_is_valid_and_served(server):
    api_schema.validate()
    found = httpx.get(f"{server}/api/v1/openapi.json").json()
    assert found == description(found["info"]["version"])
