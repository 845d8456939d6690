"""A plugin of pytest: skips the tests of not-run.json, and writes what each test did to a file."""
import json
import os

import pytest

not_run = json.load(open(os.environ["HEADROOM_NOT_RUN"]))
causes = {test: (outcome, reason) for outcome, reasons in not_run.items() for reason, tests in reasons.items() for test in tests}
outcomes = {}


def pytest_collection_finish(session):
    # Downloads every model.
    import utils

    utils.ServerPreset.load_all = staticmethod(lambda: None)
    # A minute is short on a busy machine.
    utils.ServerProcess.start.__defaults__ = (600,)


def cause_for(nodeid):
    """The outcome and the reason of the test with its parameters, of the test, or of its file."""
    test = nodeid.removeprefix("unit/")
    name = test.split("[")[0]
    return causes.get(test) or causes.get(name) or causes.get(name.split("::")[0])


def pytest_collection_modifyitems(config, items):
    for item in items:
        cause = cause_for(item.nodeid)
        if cause:
            item.add_marker(pytest.mark.skip(reason=cause[1]), append=False)


def pytest_runtest_logreport(report):
    known = outcomes.get(report.nodeid)
    if report.skipped:
        # llama.cpp itself skips some tests.
        outcome, _ = cause_for(report.nodeid) or ("not applicable", None)
        outcomes[report.nodeid] = {"outcome": outcome, "reason": report.longrepr[2].removeprefix("Skipped: ")}
    elif report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        outcomes[report.nodeid] = {"outcome": "failed", "reason": crash.message.split("\n")[0] if crash else str(report.longrepr)[-300:]}
    elif report.when == "call" and not known:
        outcomes[report.nodeid] = {"outcome": "passed", "reason": ""}
    if report.when == "teardown":
        with open(os.environ["HEADROOM_OUTCOMES"], "w") as file:
            json.dump(outcomes, file, indent=1)


