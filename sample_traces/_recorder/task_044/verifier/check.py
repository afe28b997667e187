"""The official verifier: the store as the conversation left it, beside the one it began with.

    python check.py BEFORE AFTER
"""

import json
import sys
from pathlib import Path

WANTED = {
    "name": "Vidal", "crossing": "SL-0814-0710", "adults": 2, "children": 1, "car": True, "dogs": 1,
    "fare": "172.25", "port_fees": "13.80", "total": "186.05", "status": "confirmed",
}


def main(before, after):
    bookings = {path: read(path, "bookings") for path in (before, after)}
    crossings = read(after, "crossings")
    new = {key: bookings[after][key] for key in bookings[after].keys() - bookings[before].keys()}
    kept = [key for key in bookings[before] if key != "K1041"]
    checks = {
        "the evening booking is cancelled": bookings[after]["K1041"]["status"] == "cancelled",
        "its refund is paid": bookings[after]["K1041"].get("refund") == "150.01",
        "there is one new booking": len(new) == 1,
        "it is the morning crossing for all of them": WANTED in new.values(),
        "the ship has three seats less": crossings["SL-0814-0710"]["seats_left"] == 119,
        "other bookings are as they were": all(
            bookings[before][key] == bookings[after].get(key) for key in kept
        ),
    }
    for name, holds in checks.items():
        print(f"{'ok  ' if holds else 'FAIL'} {name}")
    return 0 if all(checks.values()) else 1


def read(store, name):
    return json.loads((Path(store) / f"{name}.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
