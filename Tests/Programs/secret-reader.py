# SPDX-License-Identifier: Apache-2.0
"""Looks a password up by libsecret, once for each line of a file or a pipe, and prints it or "none"."""
import sys

import gi

gi.require_version("Secret", "1")
from gi.repository import GLib, Secret

attributes = dict(word.split("=", 1) for word in sys.argv[2:])
schema = Secret.Schema.new(
    attributes.get("xdg:schema", "org.freedesktop.Secret.Generic"),
    Secret.SchemaFlags.NONE if "xdg:schema" in attributes else Secret.SchemaFlags.DONT_MATCH_NAME,
    {name: Secret.SchemaAttributeType.STRING for name in attributes if name != "xdg:schema"})
wanted = {name: value for name, value in attributes.items() if name != "xdg:schema"}
for line in open(sys.argv[1]):
    try:
        if line.startswith("store "):
            Secret.password_store_sync(schema, wanted, None, "Stored", line[6:].rstrip("\n"), None)
            print("stored", flush=True)
        else:
            print(Secret.password_lookup_sync(schema, wanted, None) or "none", flush=True)
    except GLib.Error as error:
        print(error.message, flush=True)
