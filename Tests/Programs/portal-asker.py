# SPDX-License-Identifier: Apache-2.0
"""Asks the desktop's own portal for a device on behalf of a process, and prints what it answers: 0 is yes."""
import sys

from gi.repository import Gio, GLib

PORTAL, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
process, device = int(sys.argv[1]), sys.argv[2]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
handle = f"{PATH}/request/{bus.get_unique_name()[1:].replace('.', '_')}/asked"


def answered(*arguments):
    print(arguments[-1].unpack()[0], flush=True)
    loop.quit()


bus.signal_subscribe(PORTAL, "org.freedesktop.portal.Request", "Response", handle, None, 0, answered)
try:
    bus.call_sync(
        PORTAL, PATH, "org.freedesktop.portal.Device", "AccessDevice",
        GLib.Variant("(uasa{sv})", (process, [device], {"handle_token": GLib.Variant("s", "asked")})), None, 0, 20000)
except GLib.Error as error:
    sys.exit(error.message)
GLib.timeout_add_seconds(30, lambda: sys.exit("nobody answers"))
loop.run()
