# SPDX-License-Identifier: Apache-2.0
"""Asks the desktop's portal for the secret of the app that this runs as, and prints the answer's number and the secret. Words: a file that
is given to it in the place of a pipe, opened for reading alone."""
import os
import sys

from gi.repository import Gio, GLib

PORTAL, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
handle = f"{PATH}/request/{bus.get_unique_name()[1:].replace('.', '_')}/asked"
near, far = os.pipe()
if len(sys.argv) > 1:
    far = os.open(sys.argv[1], os.O_RDONLY)


def answered(*arguments):
    # Written before the answer, or not at all.
    os.set_blocking(near, False)
    try:
        secret = os.read(near, 4096)
    except BlockingIOError:
        secret = b""
    print(arguments[-1].unpack()[0], secret.hex(), flush=True)
    loop.quit()


bus.signal_subscribe(PORTAL, "org.freedesktop.portal.Request", "Response", handle, None, 0, answered)
files = Gio.UnixFDList.new()
index = files.append(far)
try:
    bus.call_with_unix_fd_list_sync(
        PORTAL, PATH, "org.freedesktop.portal.Secret", "RetrieveSecret",
        GLib.Variant("(ha{sv})", (index, {"handle_token": GLib.Variant("s", "asked")})), None, 0, 20000, files, None)
except GLib.Error as error:
    sys.exit(error.message)
GLib.timeout_add_seconds(30, lambda: sys.exit("nobody answers"))
loop.run()
