"""A plugin of pytest: skips the tests that do not apply, and writes what each test did to a file."""
import json
import os

import pytest

reasons = json.load(open(os.environ["HEADROOM_NOT_APPLICABLE"]))
outcomes = {}


def pytest_collection_finish(session):
    # Downloads every model.
    import utils

    utils.ServerPreset.load_all = staticmethod(lambda: None)
    # A minute is short on a busy machine.
    utils.ServerProcess.start.__defaults__ = (600,)


def reason_for(nodeid):
    """The reason of the test with its parameters, of the test, or of its file."""
    test = nodeid.removeprefix("unit/")
    name = test.split("[")[0]
    return reasons.get(test) or reasons.get(name) or reasons.get(name.split("::")[0])


def pytest_collection_modifyitems(config, items):
    for item in items:
        reason = reason_for(item.nodeid)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason), append=False)


def pytest_runtest_logreport(report):
    known = outcomes.get(report.nodeid)
    if report.skipped:
        outcomes[report.nodeid] = {"outcome": "skipped", "reason": report.longrepr[2].removeprefix("Skipped: ")}
    elif report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        outcomes[report.nodeid] = {"outcome": "failed", "reason": crash.message.split("\n")[0] if crash else str(report.longrepr)[-300:]}
    elif report.when == "call" and not known:
        outcomes[report.nodeid] = {"outcome": "passed", "reason": ""}
    if report.when == "teardown":
        with open(os.environ["HEADROOM_OUTCOMES"], "w") as file:
            json.dump(outcomes, file, indent=1)


