// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import ConsentModel

/// A start of an app in a sandbox.
package struct AppRun: Sendable, Equatable {
  package let identifier: String
  package let entitlements: Entitlements
  /// The process that started it, and that lives as long as it does.
  package let launcher: Int32
  /// Whether the start is one of an extension of the app.
  package let isExtension: Bool

  package init(identifier: String, entitlements: Entitlements, launcher: Int32, isExtension: Bool = false) {
    (self.identifier, self.entitlements, self.launcher) = (identifier, entitlements, launcher)
    self.isExtension = isExtension
  }

  init(_ app: InstalledApp, by launcher: AppLauncher) {
    self.init(identifier: app.identifier, entitlements: app.entitlements, launcher: launcher.process)
  }

  init(extensionOf app: InstalledApp, _ entitlements: Entitlements, by launcher: AppLauncher) {
    self.init(
      identifier: app.identifier, entitlements: entitlements, launcher: launcher.process, isExtension: true)
  }
}

/// A process that starts apps.
package struct AppLauncher: Sendable {
  package let process: Int32
  /// Whether the number still means this process.
  package let isAlive: @Sendable () -> Bool

  package init(process: Int32, isAlive: @escaping @Sendable () -> Bool) {
    (self.process, self.isAlive) = (process, isAlive)
  }
}

/// The asking program, as the kernel and Bailey's own starts identify it.
package struct AskingProgram: Sendable {
  package enum Kind: Sendable {
    case app(AppRun)
    /// `digest` is empty for a program of Bailey's own.
    case program(path: [UInt8], digest: [UInt8], isRegistered: Bool)
    /// A start that cannot be told from others.
    case unknown
  }

  let kind: Kind
  let process: Int32
  /// The process that answers are tied to which last until it ends.
  let instance: ProcessInstance?
  let isAlive: @Sendable () -> Bool

  package init(
    _ kind: Kind, process: Int32, instance: ProcessInstance?, isAlive: @escaping @Sendable () -> Bool
  ) {
    (self.kind, self.process, self.instance, self.isAlive) = (kind, process, instance, isAlive)
  }
}
