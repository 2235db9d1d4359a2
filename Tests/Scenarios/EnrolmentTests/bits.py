# SPDX-License-Identifier: Apache-2.0
"""A server of an app that asks for its bits about a device: PyPI's devicecheck.

Arguments: the service's address, team, bundle identifier, key's identifier, key's file, the app's token. Reads a word a line:
`query`, `update BIT BIT`, `validate`, or `bad`, which queries with another token. Writes a line of JSON for each: what was
answered.
"""
import json
import sys

from devicecheck import DeviceCheck

address, team, bundle, key, path, token = sys.argv[1:]
DeviceCheck.PRODUCTION_URL = address
check = DeviceCheck(team_id=team, bundle_id=bundle, key_id=key, private_key=path)


def answer(words):
    if words[0] == "update":
        return check.update_two_bits(token, bit_0=words[1] == "1", bit_1=words[2] == "1")
    if words[0] == "validate":
        return check.validate_device_token(token)
    return check.query_two_bits("AAAA" if words[0] == "bad" else token)


for line in sys.stdin:
    found = answer(line.split())
    text = str(found.status_code)
    if getattr(found, "bit_0", None) is not None:
        month = found.bits_last_update_time
        isMonth = len(month) == 7 and month[4] == "-"
        text += f" {found.bit_0} {found.bit_1} {'month' if isMonth else month}"
    elif getattr(found, "description", ""):
        text += " " + found.description
    print(json.dumps(text), flush=True)
