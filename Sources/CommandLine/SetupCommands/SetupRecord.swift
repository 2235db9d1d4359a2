// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The steps that a set-up has taken, oldest first: a line each in the file `setup` of the instance's folder. It is written before a step is
/// taken, so that what was done halfway is taken back too.
struct SetupRecord {
  private static let name = "setup"

  private let folder: String
  private(set) var names: [String]

  init(in folder: String) throws(SystemError) {
    self.folder = folder
    names = try Self.names(in: folder)
  }

  private static func names(in folder: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      let bytes = try FileDescriptor.open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW).readToEnd(atMost: 1 << 16)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      guard error.code == ENOENT else { throw error }
      return []
    }
  }

  mutating func add(_ name: String) throws(SystemError) {
    try change { names in if !names.contains(name) { names.append(name) } }
  }

  mutating func remove(_ name: String) throws(SystemError) {
    try change { names in names.removeAll { $0 == name } }
  }

  /// What another set-up has written meanwhile, in another window of the console or a terminal, stays.
  private mutating func change(_ body: (inout [String]) -> Void) throws(SystemError) {
    try FileDescriptor.makeFolders(folder, mode: 0o700)
    let home = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    try Self.takeTurn(home)
    let before = try Self.names(in: folder)
    names = before
    body(&names)
    if names != before { try save(in: home) }
  }

  /// Waits for this process's turn: others have it for as long as they write a few bytes.
  private static func takeTurn(_ home: borrowing FileDescriptor) throws(SystemError) {
    for _ in 0..<1000 {
      if try home.tryLock() { return }
      usleep(10_000)
    }
    throw SystemError(.flock, code: EWOULDBLOCK)
  }

  private func save(in home: borrowing FileDescriptor) throws(SystemError) {
    home.removeUnfinished(".setup-")
    let file = try UnfinishedFile(in: home, ".setup-")
    try file.file.write(Array(names.map { $0 + "\n" }.joined().utf8).span)
    try file.file.sync()
    try file.rename(to: Self.name, in: home)
    try home.sync()
  }
}
