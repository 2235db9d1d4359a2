// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Processes
import SystemCalls

/// The removal of an instance's home, after its keys were destroyed. `BAILEY_HOME` may name any folder: nothing goes that is not
/// Bailey's own.
struct InstanceRemoval {
  enum Failure: Error, Equatable {
    /// There is no instance in the folder.
    case noInstance
    /// An entry below the folder that Bailey has not made.
    case stranger(String)
    case system(SystemError)
  }

  let home: String

  /// The names at the top of a home.
  private static let names: Set<String> = [
    "adopted", "apps", "broker", "broker.erased", "config", "config.new", "enclave", "enclave.erased", "files",
    "files.erased", "lock", "lockscreen.png", "log", "run", "setup", "widgets",
  ]
  /// The beginnings of names of files that are left where a process is killed.
  private static let unfinished = [".adopted-", ".lockscreen.png.bailey-", ".setup-"]
  /// The folders that other programs would have by the same name, with what Bailey has in them.
  private static let shared: [String: Set<String>] = [
    "log": ["bailey.log", "bailey.log.1", "bailey.log.2", "supervisor.log"],
    "run": ["apps", "broker.sock", "console.html", "enclave.sock", "prompting", "supervisor.sock"],
  ]

  /// Throws where the folder holds what is not Bailey's, or no instance. Nothing is changed.
  func check() throws(Failure) {
    let names = try entries(of: "")
    guard names.contains(where: { $0.hasPrefix("enclave") }) else { throw .noInstance }
    if let other = names.first(where: { !Self.isOwn($0) }) { throw .stranger(other) }
    for (folder, known) in Self.shared where names.contains(folder) {
      if let other = try entries(of: folder).first(where: { !known.contains($0) }) {
        throw .stranger("\(folder)/\(other)")
      }
    }
  }

  /// Removes what is known, entry by entry, and the folder itself where nothing is left in it.
  func remove() throws(Failure) {
    try check()
    for name in try entries(of: "") {
      try Self.system { () throws(SystemError) in
        let words = ["-rf", "--one-file-system", "--", "\(home)/\(name)"]
        let end = try ChildProcess.start(ChildPlan(path: "/bin/rm", arguments: words)).wait()
        guard end == .exited(0) else { throw SystemError(.unlink, code: EIO) }
      }
    }
    try Self.system { () throws(SystemError) in
      let path = SplitPath(home)
      try FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY).removeDirectory(path.name)
    }
  }

  private static func isOwn(_ name: String) -> Bool {
    if names.contains(name) { return true }
    return unfinished.contains { name.hasPrefix($0) && UInt64(name.dropFirst($0.count)) != nil }
  }

  private func entries(of folder: String) throws(Failure) -> [String] {
    try Self.system { () throws(SystemError) in
      var names: [String] = []
      try FileDescriptor.open("\(home)/\(folder)", O_RDONLY | O_DIRECTORY).forEachEntry { entry in
        names.append(String(decoding: entry.name, as: UTF8.self))
        return .proceed
      }
      return names.sorted()
    }
  }

  private static func system<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
    do throws(SystemError) { return try body() } catch { throw .system(error) }
  }
}
