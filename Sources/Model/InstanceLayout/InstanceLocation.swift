// SPDX-License-Identifier: Apache-2.0

/// The folders of an instance's state and of its sockets.
///
/// Home: `$BAILEY_HOME`, else `$XDG_DATA_HOME/bailey`, else `~/.local/share/bailey`. Sockets: `run` in the home
/// when `$BAILEY_HOME` chose it, so that two instances never meet; else `$XDG_RUNTIME_DIR/bailey` where there is one.
package struct InstanceLocation: Sendable, Equatable {
  package let home: String
  package let sockets: String
  package let defaultMount: String

  package var enclave: String { home + "/enclave" }
  package var files: String { home + "/files" }
  /// The folder of `baileyd`.
  package var broker: String { home + "/broker" }
  package var log: String { home + "/log" }
  package var enclaveSocket: String { sockets + "/" + Self.enclaveSocketName }
  package var brokerSocket: String { sockets + "/" + Self.brokerSocketName }

  package static let enclaveSocketName = "enclave.sock"
  package static let brokerSocketName = "broker.sock"
  package static let supervisorSocketName = "supervisor.sock"
  package static let socketNames = [enclaveSocketName, brokerSocketName, supervisorSocketName]

  /// Resolves from variables; nil without a home directory. A relative path counts only in `BAILEY_HOME`: the XDG base
  /// directory specification forbids it in its own variables.
  package static func resolve(
    currentDirectory: String, userHome: String?, variable: (String) -> String?
  ) -> InstanceLocation? {
    func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let userHome else { return nil }
    let mount = userHome + "/Protected"
    if let chosen = variable("BAILEY_HOME") {
      let home = absolutePath(chosen, from: currentDirectory)
      return InstanceLocation(home: home, sockets: home + "/run", defaultMount: mount)
    }
    let home = (absolute("XDG_DATA_HOME") ?? userHome + "/.local/share") + "/bailey"
    let sockets = absolute("XDG_RUNTIME_DIR").map { $0 + "/bailey" } ?? home + "/run"
    return InstanceLocation(home: home, sockets: sockets, defaultMount: mount)
  }
}

/// A path as seen from a directory, without empty and `.` parts; `..` and links stay for the kernel to resolve.
package func absolutePath(_ path: String, from directory: String) -> String {
  let whole = path.hasPrefix("/") ? path : directory + "/" + path
  return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}
