"""The desk of Skagerrak Line: tools over a store of three JSON files.

    python desk.py STORE

reads one call a line, `{"tool": "…", "arguments": {…}}`, and answers with one line,
`{"content": "…", "is_error": false}`. The tool `list_tools` tells what there is.
"""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

PARTY = {
    "adults": {"type": "integer"},
    "children": {"type": "integer"},
    "car": {"type": "boolean"},
    "dogs": {"type": "integer"},
}


class DeskError(Exception):
    """A call that the desk refuses; its text is what the agent reads."""


class Desk:
    """The store while the desk is open; every write is on disk before it is answered."""

    def __init__(self, store):
        self._store = store
        self._bookings = self._read("bookings")
        self._crossings = self._read("crossings")
        self._prices = {name: Decimal(price) for name, price in self._read("prices").items()}

    def find_booking(self, reference, name):
        """Look a booking up by its reference and the name on it."""
        booking = self._booking(reference)
        if booking["name"].lower() != name.lower():
            raise DeskError(f"{reference} is not booked under the name {name}")
        return {"reference": reference, **booking, "refund_if_cancelled": self._refund(booking)}

    def list_crossings(self, port, date):
        """The crossings that leave a port on a day, given as 2026-08-14."""
        return [
            {"crossing": number, **crossing}
            for number, crossing in self._crossings.items()
            if crossing["from"].lower() == port.lower() and crossing["departs"].startswith(date)
        ]

    def quote_crossing(self, crossing, adults, children, car, dogs):
        """What a crossing costs; books nothing."""
        self._has_room(crossing, adults + children, car)
        return {"crossing": crossing, **self._price(adults, children, car, dogs)}

    def book_crossing(self, crossing, name, adults, children, car, dogs):
        """Book a crossing and take the money."""
        self._has_room(crossing, adults + children, car)
        reference = f"K{max(int(known[1:]) for known in self._bookings) + 1}"
        party = {"adults": adults, "children": children, "car": car, "dogs": dogs}
        price = self._price(adults, children, car, dogs)
        self._bookings[reference] = {
            "name": name, "crossing": crossing, **party, **price, "status": "confirmed",
        }
        self._take(crossing, adults + children, car)
        return {"reference": reference, "crossing": crossing, **price, "status": "confirmed"}

    def cancel_booking(self, reference):
        """Cancel a booking and pay back what is left of it."""
        booking = self._booking(reference)
        if booking["status"] != "confirmed":
            raise DeskError(f"{reference} is {booking['status']} already")
        booking["status"] = "cancelled"
        booking["refund"] = self._refund(booking)
        self._take(
            booking["crossing"], -(booking["adults"] + booking["children"]), -booking["car"]
        )
        return {"reference": reference, "status": "cancelled", "refund": booking["refund"]}

    def _booking(self, reference):
        if reference not in self._bookings:
            raise DeskError(f"there is no booking {reference}")
        return self._bookings[reference]

    def _has_room(self, number, people, car):
        if number not in self._crossings:
            raise DeskError(f"there is no crossing {number}")
        crossing = self._crossings[number]
        if crossing["seats_left"] < people:
            raise DeskError(f"{number} has {crossing['seats_left']} seats left")
        if crossing["car_places_left"] < car:
            raise DeskError(f"{number} has no place left for a car")

    def _take(self, number, people, car):
        self._crossings[number]["seats_left"] -= people
        self._crossings[number]["car_places_left"] -= car
        for name, table in (("bookings", self._bookings), ("crossings", self._crossings)):
            text = json.dumps(table, indent=1) + "\n"
            (self._store / f"{name}.json").write_text(text, encoding="utf-8")

    def _price(self, adults, children, car, dogs):
        prices = self._prices
        fare = adults * prices["adult"] + children * prices["child"]
        fare += car * prices["car"] + dogs * prices["dog"]
        port_fees = (adults + children) * prices["port_fee_per_person"]
        total = fare + port_fees
        return {"fare": f"{fare:.2f}", "port_fees": f"{port_fees:.2f}", "total": f"{total:.2f}"}

    def _refund(self, booking):
        kept = Decimal(booking["fare"]) * self._prices["kept_of_a_cancelled_fare"]
        kept = kept.quantize(Decimal("0.01"), ROUND_HALF_UP)
        return f"{Decimal(booking['total']) - kept:.2f}"

    def _read(self, name):
        return json.loads((self._store / f"{name}.json").read_text(encoding="utf-8"))


TEXT = {"type": "string"}
TOOLS = {
    "find_booking": {"reference": TEXT, "name": TEXT},
    "list_crossings": {"port": TEXT, "date": TEXT},
    "quote_crossing": {"crossing": TEXT, **PARTY},
    "book_crossing": {"crossing": TEXT, "name": TEXT, **PARTY},
    "cancel_booking": {"reference": TEXT},
}


def tools():
    """The tools as an OpenAI chat request declares them."""
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": getattr(Desk, name).__doc__,
                "parameters": {
                    "type": "object",
                    "properties": properties,
                    "required": list(properties),
                },
            },
        }
        for name, properties in TOOLS.items()
    ]


def answered(desk, call):
    name, arguments = call["tool"], call["arguments"]
    if name == "list_tools":
        return {"content": json.dumps(tools()), "is_error": False}
    try:
        if name not in TOOLS or set(arguments) != set(TOOLS[name]):
            raise DeskError(f"the desk has no tool {name} with {', '.join(arguments)}")
        content = json.dumps(getattr(desk, name)(**arguments))
    except DeskError as error:
        return {"content": json.dumps({"error": str(error)}), "is_error": True}
    return {"content": content, "is_error": False}


def main(store):
    desk = Desk(Path(store))
    for line in sys.stdin:
        print(json.dumps(answered(desk, json.loads(line))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
