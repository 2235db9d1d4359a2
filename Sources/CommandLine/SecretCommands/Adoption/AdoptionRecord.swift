// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import JSONCoding
import SystemCalls

/// The record of adopted files, so that adoption can be undone: a file in the instance's folder, which is written
/// before anything is done.
struct AdoptionRecord {
  struct Entry: Equatable {
    enum Kind: String { case linked, git, docker }

    let kind: Kind
    /// The path below the home.
    let path: String
    /// The helpers of git that were taken out of its configuration.
    var helpers: [String] = []
  }

  private static let name = "adopted"
  private static let largest = 1 << 20

  private let folder: String
  private(set) var entries: [Entry]

  /// - Throws: `EBADMSG` where the file is there and cannot be understood: then nothing is done that it could not tell of.
  init(in folder: String) throws(SystemError) {
    self.folder = folder
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor.open("\(folder)/\(Self.name)", O_RDONLY | O_NOFOLLOW)
    } catch {
      guard error.code == ENOENT else { throw error }
      entries = []
      return
    }
    let bytes = try file.readToEnd(atMost: Self.largest)
    let limits = JSONLimits(bytes: Self.largest, depth: 4, values: 100_000)
    guard case .array(let rows)? = try? JSONReader.read(bytes, limits) else { throw SystemError(.read, code: EBADMSG) }
    entries = rows.compactMap(Entry.init)
    guard entries.count == rows.count else { throw SystemError(.read, code: EBADMSG) }
  }

  mutating func add(_ entry: Entry) throws(SystemError) {
    entries.removeAll { $0.path == entry.path }
    entries.append(entry)
    try save()
  }

  mutating func remove(_ entry: Entry) throws(SystemError) {
    entries.removeAll { $0 == entry }
    try save()
  }

  private func save() throws(SystemError) {
    let home = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    home.removeUnfinished(".adopted-")
    let file = try UnfinishedFile(in: home, ".adopted-")
    try file.file.write(Array((JSONValue.array(entries.map(\.json)).text + "\n").utf8).span)
    try file.file.sync()
    try file.rename(to: Self.name, in: home)
    try home.sync()
  }
}

extension AdoptionRecord.Entry {
  fileprivate var json: JSONValue {
    .members(["kind": .string(kind.rawValue), "path": .string(path), "helpers": .strings(helpers)])
  }

  fileprivate init?(_ value: JSONValue) {
    guard case .object(let members) = value else { return nil }
    var fields: [String: JSONValue] = [:]
    for member in members { fields[member.name] = member.value }
    guard case .string(let word)? = fields["kind"], let kind = Kind(rawValue: word),
      case .string(let path)? = fields["path"], case .array(let helpers)? = fields["helpers"]
    else { return nil }
    let texts = helpers.compactMap { if case .string(let text) = $0 { text } else { nil } }
    guard texts.count == helpers.count else { return nil }
    self.init(kind: kind, path: path, helpers: texts)
  }
}
