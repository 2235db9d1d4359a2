// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import SystemCalls

// MARK: - What programs do to files

extension SyncedFiles {
  enum Kind: CaseIterable, Sendable { case replace, append, pages, truncate, setClass, move, remove }

  enum LoadEnd: Sendable { case fileSystemFailed, wasStopped }

  /// Works on files of its own round, and on some that every round goes on with, until the file system fails. Each
  /// change is synced, as a program does that must not lose it. Says what it got done, too.
  func work(round: Int, while proceed: () -> Bool) -> (end: LoadEnd, done: Set<Kind>) {
    var done: Set<Kind> = []
    for index in 0..<10_000 where proceed() {
      let name = index % 3 == 0 ? "kept-\(index / 3 % 4)" : "r\(round)-\(index % 8)"
      // Each name meets each kind, in an order that changes with the rounds.
      let kind = Kind.allCases[(index / 3 + index * round) % Kind.allCases.count]
      do throws(SystemError) {
        done.insert(try perform(kind, on: name, seed: round * 31 + index))
      } catch {
        return (.fileSystemFailed, done)
      }
    }
    return (.wasStopped, done)
  }

  /// What there is not yet, is made. Answers with what was done.
  private func perform(_ kind: Kind, on name: String, seed: Int) throws(SystemError) -> Kind {
    guard let old = self[name], kind != .replace else {
      try replace(name, State(bytes: Self.bytes([10, 4096, 5000, 70_000][seed % 4], seed), protection: Self.standard))
      return .replace
    }
    switch kind {
    case .append: try append(name, old, Self.bytes([1, 300, 4096, 66_000][seed % 4], seed))
    case .pages: try writePages(name, old, seed)
    case .truncate: try truncate(name, old, to: old.bytes.count * (seed % 8) / 8)
    case .setClass: try setClass(name, old, Self.classes[seed % Self.classes.count])
    case .move: try move(name, old, to: name + "-moved")
    case .replace, .remove: try remove(name)
    }
    return kind
  }

  // MARK: - One change each

  /// As an editor saves: a new file takes the place of the old one.
  private func replace(_ name: String, _ new: State) throws(SystemError) {
    try change([name: new.replacing(self[name])]) { () throws(SystemError) in
      let file = try open(name + Self.successor, O_CREAT | O_TRUNC | O_WRONLY)
      try file.write(new.bytes.span, at: 0)
      try file.sync()
      let directory = try directory()
      try directory.rename(name + Self.successor, to: directory, as: name)
      try directory.sync()
    }
  }

  private func append(_ name: String, _ old: State, _ more: [UInt8]) throws(SystemError) {
    try write(name, old, old.with(old.bytes + more)) { () throws(SystemError) in
      let file = try open(name, O_WRONLY | O_APPEND)
      try file.write(more.span)
      try file.sync()
    }
  }

  /// As a database commits: the counter in its first page, and pages behind that, by which the file may grow. No byte is
  /// written twice: what is there after a kill would be neither old nor new.
  private func writePages(_ name: String, _ old: State, _ seed: Int) throws(SystemError) {
    let last = old.bytes.count / 4096
    let places = [(24, 16)] + Set([1 + seed % (last + 1), max(1, last)]).sorted().map { ($0 * 4096, 4096) }
    let pages = places.map { offset, count in (offset: offset, bytes: Self.bytes(count, seed + offset)) }
    var new = old
    for page in pages {
      let end = page.offset + page.bytes.count
      new.bytes += [UInt8](repeating: 0, count: max(0, end - new.bytes.count))
      new.bytes.replaceSubrange(page.offset..<end, with: page.bytes)
    }
    try write(name, old, new) { () throws(SystemError) in
      let file = try open(name, O_WRONLY)
      for page in pages { try file.write(page.bytes.span, at: page.offset) }
      try file.syncData()
    }
  }

  private func truncate(_ name: String, _ old: State, to count: Int) throws(SystemError) {
    try change([name: old.with(Array(old.bytes.prefix(count)))]) {
      () throws(SystemError) in
      let file = try open(name, O_WRONLY)
      try file.truncate(to: count)
      try file.sync()
    }
  }

  private func setClass(_ name: String, _ old: State, _ value: String) throws(SystemError) {
    try change([name: State(bytes: old.bytes, protection: value, isChosen: true)]) { () throws(SystemError) in
      let file = try open(name, O_WRONLY)
      try file.setExtendedAttribute(Self.attribute, to: Array(value.utf8).span)
      try file.sync()
    }
  }

  private func move(_ name: String, _ old: State, to other: String) throws(SystemError) {
    try change([name: nil, other: old.replacing(self[other])]) { () throws(SystemError) in
      let directory = try directory()
      try directory.rename(name, to: directory, as: other)
      try directory.sync()
    }
  }

  private func remove(_ name: String) throws(SystemError) {
    try change([name: nil]) { () throws(SystemError) in
      let directory = try directory()
      try directory.unlink(name)
      try directory.sync()
    }
  }

  private func open(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(folder.appending(path: name).path, flags, mode: 0o600)
  }

  private func directory() throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY)
  }

  // MARK: - Contents

  private static let standard = "NSFileProtectionCompleteUntilFirstUserAuthentication"
  static func stricter(_ one: String, _ other: String) -> String { classes.first { $0 == one || $0 == other } ?? one }

  /// The strictest first.
  private static let classes = [
    "NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen", standard, "NSFileProtectionNone",
  ]
  private static let pattern = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ ($0 >> 8)) }

  private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
    Array(pattern[seed % 10_000..<seed % 10_000 + count])
  }
}

extension SyncedFiles.State {
  fileprivate func with(_ bytes: [UInt8]) -> Self {
    Self(bytes: bytes, protection: protection, isChosen: isChosen)
  }
}
