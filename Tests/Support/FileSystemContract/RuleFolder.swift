// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The folder one rule works in.
struct RuleFolder: Sendable {
  let path: String

  init(inside folder: String) throws(SystemError) {
    path = "\(folder)/rule-\(getpid())-\(UInt64.random(in: .min ... .max))"
    try RuleFolder.open(folder).makeDirectory(String(path.dropFirst(folder.count + 1)), mode: 0o755)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The folder itself.
  func directory() throws(SystemError) -> FileDescriptor { try RuleFolder.open(path) }

  func open(_ name: String, _ flags: Int32 = O_RDWR) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(self(name), flags)
  }

  /// A new file with contents.
  @discardableResult
  func make(_ name: String, _ bytes: [UInt8] = [], mode: mode_t = 0o644) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(self(name), O_RDWR | O_CREAT | O_EXCL, mode: mode)
    if !bytes.isEmpty { try file.write(bytes.span, at: 0) }
    return file
  }

  func contents(_ name: String) throws(SystemError) -> [UInt8] {
    let file = try open(name, O_RDONLY)
    return try file.read(count: Int(try file.status().st_size), at: 0)
  }

  func exists(_ name: String) -> Bool { (try? directory().status(of: name)) != nil }

  func names() throws(SystemError) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    try directory().forEachEntry {
      names.insert($0.name)
      return .proceed
    }
    return names
  }

  func remove() { RuleFolder.remove(path) }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
  }

  private static func remove(_ path: String) {
    guard let directory = try? open(path) else { return }
    var entries: [[UInt8]] = []
    try? directory.forEachEntry {
      entries.append($0.name)
      return .proceed
    }
    for entry in entries where removeFile(directory.raw, entry) != 0 {
      remove(path + "/" + String(decoding: entry, as: UTF8.self))
    }
    _ = unsafe rmdir(path)
  }
}

private func removeFile(_ directory: Int32, _ name: [UInt8]) -> Int32 {
  unsafe unlinkat(directory, name.map { CChar(bitPattern: $0) } + [0], 0)
}
