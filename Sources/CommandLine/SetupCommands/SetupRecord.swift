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
    do throws(SystemError) {
      let bytes = try FileDescriptor.open("\(folder)/\(Self.name)", O_RDONLY | O_NOFOLLOW).readToEnd(atMost: 1 << 16)
      names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      guard error.code == ENOENT else { throw error }
      names = []
    }
  }

  mutating func add(_ name: String) throws(SystemError) {
    guard !names.contains(name) else { return }
    names.append(name)
    try save()
  }

  mutating func remove(_ name: String) throws(SystemError) {
    names.removeAll { $0 == name }
    try save()
  }

  private func save() throws(SystemError) {
    try FileDescriptor.makeFolders(folder, mode: 0o700)
    let home = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    home.removeUnfinished(".setup-")
    let file = try UnfinishedFile(in: home, ".setup-")
    try file.file.write(Array(names.map { $0 + "\n" }.joined().utf8).span)
    try file.file.sync()
    try file.rename(to: Self.name, in: home)
    try home.sync()
  }
}
