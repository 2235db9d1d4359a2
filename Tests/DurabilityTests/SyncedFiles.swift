// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import Testing

/// Files written, synced and remembered, so that a later look can tell what must be there.
final class SyncedFiles {
  private let folder: URL
  private var synced: [String: Contents] = [:]
  /// Those written since they were last looked at.
  private var latest: Set<String> = []

  private struct Contents {
    let seed: Int
    let count: Int
    var bytes: ArraySlice<UInt8> { SyncedFiles.pattern[seed..<seed + count] }
  }

  private static let pattern = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ ($0 >> 8)) }

  init(folder: URL) { self.folder = folder }

  func prepare() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Creates, rewrites, renames and removes until the file system stops answering.
  func writeUntilItFails(round: Int) {
    for index in 0..<10_000 {
      let name = "r\(round)-\(index % 12)"
      let contents = Contents(seed: (round * 31 + index) % 10_000, count: [10, 4096, 5000, 70_000][index % 4])
      let temporary = "\(name).new"
      guard Self.write(Array(contents.bytes), to: folder.appending(path: temporary).path) else { return }
      // Between here and the directory's sync either the old or the new file may be the one that is found.
      synced[name] = nil
      guard Self.rename(temporary, name, in: folder.path) else { return }
      synced[name] = contents
      latest.insert(name)
    }
  }

  enum Extent { case lastRound, everything }

  func verify(_ extent: Extent) throws {
    let names = extent == .everything ? Set(synced.keys) : latest
    latest = []
    for name in names {
      guard let expected = synced[name] else { continue }
      let file = try FileDescriptor.open(folder.appending(path: name).path, O_RDONLY)
      let found = try file.read(count: expected.count + 1, at: 0)
      #expect(found[...] == expected.bytes, "\(name) is not what was synced")
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    do {
      let file = try FileDescriptor.open(path, O_CREAT | O_TRUNC | O_WRONLY, mode: 0o600)
      try file.write(bytes.span, at: 0)
      try file.sync()
      return true
    } catch {
      return false
    }
  }

  private static func rename(_ old: String, _ new: String, in path: String) -> Bool {
    do {
      let directory = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      try directory.rename(old, to: directory, as: new)
      try directory.sync()
      return true
    } catch {
      return false
    }
  }
}
