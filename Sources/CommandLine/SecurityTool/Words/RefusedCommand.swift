// SPDX-License-Identifier: Apache-2.0

/// A command of macOS's tool that is known and not carried out.
package struct RefusedCommand: Sendable, Equatable {
  package let name: String
  /// The reason for the person, in whole sentences.
  package let reason: String

  static func named(_ name: String) -> RefusedCommand? { all.first { $0.name == name } }

  package static let all: [RefusedCommand] =
    [
      "add-trusted-cert", "remove-trusted-cert", "dump-trust-settings", "user-trust-settings-enable",
      "trust-settings-export", "trust-settings-import",
    ].map {
      RefusedCommand(name: $0, reason: "What is trusted is the system's matter here: see update-ca-certificates(8).")
    }
    + ["authorize", "authorizationdb", "execute-with-privileges"].map {
      RefusedCommand(name: $0, reason: "Rights are the system's matter here: see polkit(8).")
    }
    + ["smartcards", "list-smartcards", "export-smartcard"].map {
      RefusedCommand(name: $0, reason: "There are no smart cards in this keychain.")
    }
    + ["create-filevaultmaster-keychain", "install-mds", "leaks", "platformsso"].map {
      RefusedCommand(name: $0, reason: "It belongs to a part of macOS that is not here.")
    }
    + ["requirement-evaluate", "translocate-create", "translocate-policy-check", "translocate-status-check"].map {
      RefusedCommand(name: $0, reason: "Code signing of macOS is not here.")
    }
    + [
      RefusedCommand(name: "cms", reason: "For messages in CMS, openssl-cms(1) takes what export gives."),
      RefusedCommand(
        name: "set-identity-preference", reason: "No program here asks which identity is preferred for a place."),
      RefusedCommand(
        name: "get-identity-preference", reason: "No program here asks which identity is preferred for a place."),
      RefusedCommand(name: "create-db", reason: "There are keychains, and no other databases."),
    ]
}
