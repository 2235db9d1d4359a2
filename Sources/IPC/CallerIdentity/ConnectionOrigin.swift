// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import ProcessIsolation

/// The origin of a connection, by the socket that it came in on.
package enum ConnectionOrigin: Sendable {
  /// The socket for all programs of the user: the kernel says which process connects, and that runs an executable.
  case shared
  /// A socket that Bailey made for one start of one app, in the network of this app's sandbox: whoever connects from in there
  /// is the app.
  case launched(LaunchedApp, SandboxNamespaces)

  package var app: LaunchedApp? {
    switch self {
    case .shared: nil
    case .launched(let app, _): app
    }
  }
}

/// A start of an app in a sandbox.
package struct LaunchedApp: Sendable, Equatable {
  package let identifier: String
  package let entitlements: Entitlements
  /// The process that started it, and that lives as long as it does.
  package let launcher: Int32
  /// Whether the program is an extension of the app, which runs while nobody looks at it: it has its groups of the
  /// keychain alone.
  package let isExtension: Bool
  /// What was started: by now another version may be installed.
  package let installation: InstalledApp?

  package init(
    identifier: String, entitlements: Entitlements, launcher: Int32, isExtension: Bool = false,
    installation: InstalledApp? = nil
  ) {
    self.isExtension = isExtension
    self.installation = installation
    self.identifier = identifier
    self.entitlements = entitlements
    self.launcher = launcher
  }
}
