// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import SystemCalls
import Testing

/// Files that were changed, synced and remembered, so that a later look can tell what must be there.
final class SyncedFiles {
  let folder: URL
  private var known: [String: Known] = [:]
  /// Those that were changed since they were last looked at.
  private var latest: Set<String> = []

  /// All that is looked at of a file.
  struct State: Equatable {
    var bytes: [UInt8]
    var protection: String
    /// Whether somebody set its class. Such a file keeps it when it takes the place of another; any other takes the stricter of both.
    var isChosen = false

    static func == (one: Self, other: Self) -> Bool {
      one.bytes == other.bytes && one.protection == other.protection
    }

    /// In the place of what there was.
    func replacing(_ old: State?) -> State {
      guard let old, !isChosen else { return self }
      return State(bytes: bytes, protection: SyncedFiles.stricter(protection, old.protection))
    }
  }

  /// What may be found under a name: nil stands for nothing.
  private enum Known {
    case certain(State?)
    /// The kill came during a change that is done as a whole or not at all.
    case either(State?, State?)
    /// The kill came while bytes were written in place: each is the old one or the new one.
    case mixed(State, State)

    var states: [State] {
      switch self {
      case .certain(let state): [state].compactMap { $0 }
      case .either(let old, let new): [new, old].compactMap { $0 }
      case .mixed(let old, let new): [new, old]
      }
    }
  }

  init(folder: URL) { self.folder = folder }

  /// Removes what a kill left of files that were to take the place of others: such a file may already have the stricter class of
  /// the one that it did not replace, which nobody can tell from its name.
  func prepare() throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(Self.successor) {
      try files.removeItem(at: folder.appending(path: name))
    }
  }

  static let successor = ".new"

  // MARK: - Changes

  /// What is under a name; to be asked after a look only.
  subscript(name: String) -> State? {
    if case .certain(let state) = known[name] { state } else { nil }
  }

  /// Changes what is under names as a whole, and syncs. Throws when the file system no longer answers.
  func change(_ changes: [String: State?], _ body: () throws(SystemError) -> Void) throws(SystemError) {
    for (name, new) in changes {
      known[name] = .either(self[name], new)
      latest.insert(name)
    }
    try body()
    for (name, new) in changes { known[name] = .certain(new) }
  }

  /// Writes into a file in place, and syncs.
  func write(_ name: String, _ old: State, _ new: State, _ body: () throws(SystemError) -> Void) throws(SystemError) {
    known[name] = .mixed(old, new)
    latest.insert(name)
    try body()
    known[name] = .certain(new)
  }

  // MARK: - Looking

  enum Extent { case lastRound, everything }

  /// What is found is what must be found from then on.
  func verify(_ extent: Extent) throws {
    for name in extent == .everything ? Set(known.keys) : latest {
      var found = try find(name)
      switch known[name] {
      case .certain(let state): #expect(found == state, "\(name) is not what was synced")
      case .either(let old, let new):
        #expect(
          found == old || found == new,
          "\(name) is neither what it was nor new: \(Self.words(found)), \(Self.words(old)), \(Self.words(new))")
      case .mixed(let old, let new): #expect(found?.isMixed(of: old, new) == true, "\(name) has bytes of nobody")
      case nil: break
      }
      // It cannot be seen: it is that of the state which was found.
      let chosen = known[name]?.states.first { [found] in $0 == found || $0.protection == found?.protection }?.isChosen
      found?.isChosen = chosen ?? false
      known[name] = .certain(found)
    }
    latest = []
  }

  /// Enough of a state to tell in a failure what differs.
  private static func words(_ state: State?) -> String {
    guard let state else { return "nothing" }
    return
      "\(state.bytes.count) bytes from \(state.bytes.first ?? 0) as \(state.protection)\(state.isChosen ? ", chosen" : "")"
  }

  private func find(_ name: String) throws -> State? {
    let path = folder.appending(path: name).path
    guard unsafe access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    let file = try FileDescriptor.open(path, O_RDONLY)
    let size = Int(try file.status().st_size)
    let bytes = try file.read(count: size + 1, at: 0)
    #expect(bytes.count == size, "\(name) is not as long as it says")
    let protection = try file.extendedAttribute(Self.attribute) ?? []
    return State(bytes: bytes, protection: String(decoding: protection, as: UTF8.self))
  }

  static let attribute = "user.bailey.protection"
}

extension SyncedFiles.State {
  fileprivate func isMixed(of old: Self, _ new: Self) -> Bool {
    let sizes = [old.bytes.count, new.bytes.count].sorted()
    guard protection == old.protection, sizes[0] <= bytes.count, bytes.count <= sizes[1] else { return false }
    return bytes.indices.allSatisfy { index in
      [old, new].contains { index < $0.bytes.count && $0.bytes[index] == bytes[index] }
    }
  }
}
