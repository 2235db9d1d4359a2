// SPDX-License-Identifier: Apache-2.0
package import AppModel

/// What one start of an app sees: its bundle, its container, the groups it shares, its socket, and of the machine only the
/// system's own programs and libraries.
package struct SandboxPlan: Sendable {
  package let app: InstalledApp
  /// Paths on the machine.
  package var bundle: String
  package var container: String
  /// By the name of the group.
  package var groupContainers: [(name: String, path: String)] = []
  /// What `baileyd` listens as in the app's own network.
  package var socket: String
  /// Sockets of the person's session that the app is entitled to, by their names inside.
  package var sessionSockets: [(name: String, path: String)] = []
  /// The person's folders, by their paths inside.
  package var personalFolders: [(path: String, inside: String)] = []
  /// Whether somebody out here refuses calls, and names them, in the place of the filter inside.
  package var isTraced = false
  /// What stands for this container where a program asks which machine it runs on: 32 hexadecimal digits.
  package var machine: String
  /// Where the app begins; nil: at home.
  package var currentDirectory: String?
  /// Of the person: language, terminal and the like.
  package var environment: [(name: String, value: String)] = []
  package var arguments: [String] = []
  /// Where the proxy is inside, for an app that may connect to others.
  package var proxyPort: UInt16?
  package var user: UInt32
  package var group: UInt32

  package init(
    app: InstalledApp, bundle: String, container: String, socket: String, machine: String, user: UInt32, group: UInt32
  ) {
    self.app = app
    self.bundle = bundle
    self.container = container
    self.socket = socket
    self.machine = machine
    self.user = user
    self.group = group
  }

  /// Paths inside.
  package static let home = "/container"
  package static let bundles = "/app"
  package static let groupContainers = "/groups"
  package static func runtime(_ user: UInt32) -> String { "/run/user/\(user)" }
  package static let folders = [
    "Documents", "Library", "Library/Application Support", "Library/Caches", "Library/Preferences", "tmp",
  ]
  package static let machineID = "/etc/machine-id"
  static let bootID = "/proc/sys/kernel/random/boot_id"

  package var executable: String { "\(Self.bundles)/\(app.bundleName)/\(app.description.executable)" }
}
