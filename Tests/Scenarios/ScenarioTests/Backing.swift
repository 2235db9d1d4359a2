// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import RunningInstance
import SystemCalls

/// The encrypted files of an instance, by the names that programs know: to damage them.
struct Backing {
  let folder: URL
  private let paths: [String: String]

  /// The mount shows the numbers of the backing files.
  init(of instance: RunningInstance) throws {
    folder = instance.home.appending(path: "files")
    let stored = Dictionary(try Self.tree(folder).map { ($0.number, $0.path) }, uniquingKeysWith: { one, _ in one })
    let seen = try Self.tree(instance.mount)
    let root = instance.mount.path.count + 1
    paths = Dictionary(
      uniqueKeysWithValues: seen.compactMap { entry in
        stored[entry.number].map { (String(entry.path.dropFirst(root)), $0) }
      })
  }

  struct Unknown: Error { let path: String }

  func path(_ plain: String) throws -> String {
    guard let path = paths[plain] else { throw Unknown(path: plain) }
    return path
  }

  /// The name that programs know of a path in the store; of another path itself.
  func plain(_ stored: String) -> String {
    paths.first { $0.value == folder.path + "/" + stored }?.key ?? stored
  }

  func open(_ plain: String) throws -> FileDescriptor { try FileDescriptor.open(path(plain), O_RDWR) }

  /// Where a block lies in a backing file.
  static func block(_ index: Int) -> Range<Int> { 512 + 4124 * index..<512 + 4124 * (index + 1) }

  // MARK: - Damaging

  func change(_ plain: String, _ offset: Int, _ body: (UInt8) -> UInt8) throws {
    let file = try open(plain)
    let changed = try file.read(count: 1, at: offset).map(body)
    try file.write(changed.span, at: offset)
  }

  func swap(_ one: String, _ first: Range<Int>, _ other: String, _ second: Range<Int>) throws {
    let left = try open(one)
    let right = try open(other)
    let bytes = try left.read(count: first.count, at: first.lowerBound)
    let others = try right.read(count: second.count, at: second.lowerBound)
    try left.write(others.span, at: first.lowerBound)
    try right.write(bytes.span, at: second.lowerBound)
  }

  func move(_ plain: String, over other: String) throws {
    try FileManager.default.removeItem(atPath: path(other))
    try FileManager.default.moveItem(atPath: path(plain), toPath: path(other))
  }

  func damageRecord(_ plain: String) throws {
    let entry = try FileDescriptor.open(path(plain), O_RDONLY)
    guard var record = try entry.extendedAttribute("user.bailey") else { throw Unknown(path: plain) }
    record[record.count / 2] ^= 0x04
    try entry.setExtendedAttribute("user.bailey", to: record.span)
  }

  // MARK: - Comparing

  struct Entry: Equatable {
    let status: [Int]
    let attributes: [String: [UInt8]]
    let bytes: [UInt8]
  }

  /// All that is stored, without what a mount notes for itself when it begins and ends.
  func everything() throws -> [String: Entry] {
    let own = folder.path + "/.bailey"
    let entries = try Self.tree(folder).filter { !$0.path.hasPrefix(own) }
    return try Dictionary(
      uniqueKeysWithValues: entries.map { entry in
        let file = try FileDescriptor.open(entry.path, O_RDONLY)
        let status = try file.status()
        let attributes = try file.extendedAttributeNames().map { ($0, try file.extendedAttribute($0) ?? []) }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        return (
          entry.path,
          Entry(
            status: [
              Int(status.st_mode), Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
            ], attributes: Dictionary(uniqueKeysWithValues: attributes),
            bytes: isFile ? try file.read(count: Int(status.st_size), at: 0) : [])
        )
      })
  }

  private static func tree(_ folder: URL) throws -> [(path: String, number: UInt64)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.map { name in
      let path = folder.path + "/" + name
      return (path, UInt64(try FileDescriptor.open(path, O_RDONLY).status().st_ino))
    }
  }
}
