#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2025.10.14"]
# ///
"""Tasks in fresh environments: `nox -l` lists them. `make` runs the same in one environment, .venv."""

import nox

nox.needs_version = ">=2025.10.14"
nox.options.default_venv_backend = "uv|virtualenv"
GROUPS = nox.project.load_toml("pyproject.toml")


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Build the package and run its Python tests."""
    session.install("-e", ".[all]", *nox.project.dependency_groups(GROUPS, "test"))
    session.run("pytest", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session(default=False)
def lint(session: nox.Session) -> None:
    """All linters, as `make lint` runs them."""
    session.run("make", "lint", external=True)


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """The site, in build/site."""
    session.run("make", "docs", external=True)


if __name__ == "__main__":
    nox.main()
