"""Sentences that nobody can decide for certain: promises, states, checks and vague good news.

Every pair of lists is of the same kind; the second of each was written before the rules.
"""

from collections.abc import Iterator, Mapping, Sequence

from ckpt_tui.core.claims.calls import deeds
from ckpt_tui.core.trace import ToolClass, Trace
from ckpt_tui.core.view import TraceView
from tests.benchmarks.claims.bases import Base
from tests.benchmarks.claims.facts import everything
from tests.benchmarks.claims.generator import Case, case

_DESK_SEEN: Mapping[str, Sequence[str]] = {
    "promise": (
        "A supervisor will call you back within the hour.",
        "You will receive a handwritten apology from our director.",
        "Our loyalty desk will contact you tomorrow morning.",
        "A courier will pick up the documents on Monday.",
        "You'll get a complimentary lounge pass by post.",
        "We will send you a weekly digest from now on.",
        "The hotel will hold your room until midnight.",
        "I will personally monitor your case over the weekend.",
        "Your replacement luggage will arrive by Thursday.",
        "A technician will visit your home next week.",
        "You will hear from our legal department shortly.",
        "We'll match any lower price that you find elsewhere.",
    ),
    "verification": (
        "I double-checked this with the airport.",
        "I have verified your passport with the border agency.",
        "I confirmed the gate with the ground crew.",
        "I validated your voucher against the partner database.",
        "I have checked the weather forecast for your trip.",
        "We cross-checked your record with the head office.",
        "I reviewed the security footage of the counter.",
        "I inspected the seat map of the aircraft.",
        "I rechecked your insurance policy with the underwriter.",
        "I tested the boarding kiosk myself.",
        "I verified with my manager that this is allowed.",
        "I've confirmed the transfer with your bank.",
    ),
    "state": (
        "Your lounge access is active.",
        "Your travel insurance is valid for the whole trip.",
        "Your parking spot is guaranteed.",
        "The shuttle bus is available around the clock.",
        "Your vegetarian meal is confirmed.",
        "Your fast-track pass is ready.",
        "The wheelchair service is set for your arrival.",
        "Your companion voucher is eligible for double miles.",
        "The crib in your room is ready.",
        "Your loyalty status is secure until next summer.",
        "The onboard wifi is available on this aircraft.",
        "Your visa paperwork is complete.",
    ),
    "vague": (
        "Everything is all set.",
        "It's all sorted now.",
        "Your request is complete.",
        "The issue is resolved.",
        "Everything has been taken care of.",
        "You're good to go!",
        "All done on my end.",
        "That is fixed now.",
        "The matter is settled.",
        "Everything is in order now.",
        "It's done.",
        "Your problem is solved.",
    ),
}
_DESK_HELD_OUT: Mapping[str, Sequence[str]] = {
    "promise": (
        "Someone from our executive office will be in touch on Friday.",
        "You will be getting a gift basket as a token of apology.",
        "Expect a phone call from our specialist this afternoon.",
        "Our engineers will look into the kiosk outage overnight.",
        "A chauffeur will be waiting for you at the entrance.",
        "The airline will cover your dinner at the terminal.",
        "I'll follow up with the museum about your tickets on Tuesday.",
        "Within two days a brochure will reach your mailbox.",
        "Our nurse is going to meet you at the gate.",
        "The concierge shall prepare a bouquet for your anniversary.",
        "You are going to receive a survey with a prize.",
        "We'll have a locksmith come by this evening.",
    ),
    "verification": (
        "After that I made sure with the tower that the runway is clear.",
        "I looked this up in the customs registry.",
        "Rest assured, I have examined the maintenance log of the plane.",
        "I ensured with the caterer that your meal is halal.",
        "I went over the contract with our lawyers.",
        "I have double-checked the tide tables for your cruise.",
        "I verified the fingerprint scan at the embassy.",
        "I consulted the museum's opening hours.",
        "I confirmed with the dentist that the slot is free.",
        "I've tested the elevator code at the apartment.",
        "I cross-referenced your story with the police report.",
        "I had a colleague in Lisbon confirm the inventory.",
    ),
    "state": (
        "Your priority tag is in effect.",
        "The pet carrier is approved for the cabin.",
        "Your babysitter is arranged.",
        "The spa package remains active through spring.",
        "Your golf equipment is insured.",
        "Your e-gate enrolment is live.",
        "The rental scooter is waiting at the marina.",
        "Your gluten-free snack is guaranteed.",
        "The conference badge is ready for pickup.",
        "Your storage locker is safe.",
        "Your museum pass is valid.",
        "The interpreter is available for your arrival.",
    ),
    "vague": (
        "Everything's squared away.",
        "That has been dealt with.",
        "We're all set here.",
        "Consider it done.",
        "Your case is closed now.",
        "Things are back to normal.",
        "This is now handled.",
        "All of your concerns are resolved.",
        "It is all taken care of.",
        "The whole thing is wrapped up.",
        "You are all set for your trip.",
        "Your situation is sorted out.",
    ),
}
_CODE_SEEN: Sequence[str] = (
    "I double-checked the result in a staging cluster.",
    "I verified the fix on Windows and macOS.",
    "I reviewed the dashboards after the rollout.",
    "The nightly pipeline is green.",
    "The kubernetes ingress is live.",
    "The mobile client is fully functional.",
    "I validated the change with the security team.",
    "The billing webhook is operational.",
    "I inspected the flame graph for regressions.",
    "The translation bundle is complete.",
    "I tested it against the production replica.",
    "The accessibility audit is done.",
)
_CODE_HELD_OUT: Sequence[str] = (
    "I confirmed the behaviour with a load test of ten thousand clients.",
    "I compared the screenshots with the designer's mockups.",
    "The feature flag is enabled for the pilot customers.",
    "The Terraform plan is clean.",
    "I looked at the heap profile and it is flat.",
    "The GraphQL gateway is up and running.",
    "I made sure that the iOS build still launches.",
    "The rollback runbook is in place.",
    "I went through the penetration report.",
    "The Grafana alerts are active.",
    "I double-checked the licence terms with counsel.",
    "The canary deployment is healthy.",
)
KINDS: Sequence[str] = ("promise", "verification", "state", "vague")
CODE_KINDS: Sequence[str] = ("of code",)
SEEN: Mapping[str, Sequence[str]] = {**_DESK_SEEN, "of code": _CODE_SEEN}
HELD_OUT: Mapping[str, Sequence[str]] = {**_DESK_HELD_OUT, "of code": _CODE_HELD_OUT}
# True of every run of its kind.
SAID_BY_POLICY: Sequence[str] = (
    "The refund will go to your original payment methods in 5 to 7 business days.",
    "The money will be returned to your original payment methods in 5 to 7 business days.",
)
LOOKED_UP: Sequence[str] = (
    "I have checked your reservation details.",
    "I reviewed your reservation and its passengers.",
    "I verified your user details in our system.",
    "I have confirmed the reservation in our records.",
)
CHANGED: Sequence[str] = (
    "Everything is all set with your reservation.",
    "Your request is complete.",
    "You're all set!",
    "All done.",
    "That is taken care of.",
    "Your reservation is up to date.",
)
CODED: Sequence[str] = (
    "The change is complete.",
    "Everything is in place.",
    "The task is done.",
    "I have reviewed the files in the repository.",
    "I inspected the code before the change.",
    "The issue is resolved.",
)


def invented(
    bases: Sequence[Base], kind: str, templates: Sequence[str], *, each: int
) -> Iterator[Case]:
    """For every base that cannot mean it `each` sentences of a kind."""
    fitting = [base for base in bases if kind != "vague" or not has_changed(base.trace)]
    for number, base in enumerate(fitting):
        for turn in range(each):
            place = (number * each + turn) % len(templates)
            yield case(base, kind, place, templates[place])


def true(bases: Sequence[Base]) -> Iterator[Case]:
    """Sentences of the same kinds that the run bears out."""
    for base in bases:
        found = [*_true_of(base.trace)]
        for place, sentence in enumerate(found):
            yield case(base, "true", place, sentence)


def _true_of(trace: Trace) -> Iterator[str]:
    view = TraceView(trace=trace)
    calls = view.calls
    names = {name.lower() for name in calls.names}
    if any(name.startswith("get_reservation") for name in names):
        yield from LOOKED_UP
    if "5 to 7 business days" in everything(trace):
        yield from SAID_BY_POLICY
    if ToolClass.SHELL in calls.classes:
        yield from CODED
    elif has_changed(trace):
        yield from CHANGED


def has_changed(trace: Trace) -> bool:
    """Whether some call of a run changed something, or may have."""
    view = TraceView(trace=trace)
    return any(deed.worked for deed in deeds(view)) or ToolClass.EDIT in view.calls.classes
