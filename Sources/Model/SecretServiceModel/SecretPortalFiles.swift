// SPDX-License-Identifier: Apache-2.0

/// How xdg-desktop-portal finds `bailey-secrets` for the secrets of sandboxed apps, and how the bus starts it.
package enum SecretPortalFiles {
  package static let interface = "org.freedesktop.impl.portal.Secret"
  package static let name = "org.freedesktop.impl.portal.desktop.bailey.Secrets"

  /// The files that belong below a data folder such as `/usr/share`.
  package static func files(startedBy program: String) -> [(path: String, text: String)] {
    [
      (
        "xdg-desktop-portal/portals/bailey-secrets.portal",
        "[portal]\nDBusName=\(name)\nInterfaces=\(interface)\nUseIn=bailey\n"
      ),
      ("dbus-1/services/\(name).service", "[D-BUS Service]\nName=\(name)\nExec=\(program)\n"),
    ]
  }
}
