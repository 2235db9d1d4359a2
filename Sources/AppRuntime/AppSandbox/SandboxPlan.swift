// SPDX-License-Identifier: Apache-2.0
package import Processes
import SystemCalls

/// The plan of a sandbox: the bundle, the container, the shared groups, the session's parts, and of the machine only
/// the system's own programs and libraries.
package struct SandboxPlan: Sendable {
  package let kind: SandboxKind
  package let bundle: MountSource
  package let bundleName: String
  /// The program's path in the bundle.
  package let program: String
  /// The folder of the app's container; nil: in memory.
  package var container: MountSource?
  package var isContainerReadOnly = false
  /// The folder of the app's temporary files; nil: in memory.
  package var temporary: MountSource?
  /// Folders that it loads libraries from, besides those of its bundle.
  package var libraries: [MountSource] = []
  /// Whether the app sees software that is no part of the system, such as a toolchain.
  package var showsAddedSoftware = false
  /// The containers of groups, each with the group's name.
  package var groupContainers: [(name: String, folder: MountSource)] = []
  /// The name by which `baileyd` listens in the program's own network; nil for a program that it does not serve.
  package var socket: String?
  /// Sockets of the person's session that the app is entitled to, by their names inside.
  package var sessionSockets: [(name: String, socket: MountSource)] = []
  /// The person's folders, by their paths inside. Those in the container have a folder there already.
  package var personalFolders: [(folder: MountSource, inside: String)] = []
  /// Whether the calls are refused, and named, by a process out here, in the place of the filter inside.
  package var isTraced = false
  /// The machine identifier that the program is shown, made for this container: 32 hexadecimal digits.
  package var machine: String
  /// The directory in which the app starts; nil: its home.
  package var currentDirectory: String?
  /// The variables of the person's environment: language, terminal and the like.
  package var environment: [(name: String, value: String)] = []
  package var arguments: [String] = []
  /// The proxy's port inside the sandbox, for an app that may connect to others.
  package var proxyPort: UInt16?
  package let user: UInt32
  package let group: UInt32

  package init(
    _ kind: SandboxKind, bundle: MountSource, named bundleName: String, program: String, machine: String, user: UInt32,
    group: UInt32
  ) {
    (self.kind, self.bundle, self.bundleName, self.program) = (kind, bundle, bundleName, program)
    (self.machine, self.user, self.group) = (machine, user, group)
  }

  /// Paths inside.
  package static let home = "/container"
  package static let bundles = "/app"
  package static let groupContainers = "/groups"
  static let libraries = "/libraries"
  package static func runtime(_ user: UInt32) -> String { "/run/user/\(user)" }
  package static let folders = [
    "Documents", "Library", "Library/Application Support", "Library/Caches", "Library/Preferences",
  ]
  static let bootID = "/proc/sys/kernel/random/boot_id"

  package var executable: String { "\(Self.bundles)/\(bundleName)/\(program)" }

  /// The folders of libraries: of the bundle, of the part of it that the program is in, and others.
  var libraryFolders: [String] {
    let bundle = "\(Self.bundles)/\(bundleName)"
    let folder = SplitPath(program).folder
    let part = folder == "." ? [] : ["\(bundle)/\(folder)/Frameworks"]
    return part + ["\(bundle)/Frameworks"] + libraries.indices.map { "\(Self.libraries)/\($0)" }
  }
}
