// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import JSONCoding
import KeychainModel
import ProtectionModel
import SupervisorMessages
import SystemCalls

/// What the supervisor and the disk say of the instance.
struct InstanceFacts: Sendable, Equatable {
  let mount: String
  let files: FilesState
  let keychain: KeychainState
  let health: StoreHealth
  /// Whether keys or items may be swapped out.
  let isSwappable: Bool
  let restarts: UInt32
  let space: Space?

  /// The space on the disk of the files, in steps of ten million bytes: smaller changes are not news.
  struct Space: Sendable, Equatable {
    static let step = 10_000_000
    let free: Int
    let total: Int
  }

  init(_ status: SupervisorStatus) {
    mount = status.mount
    files = status.files
    keychain = status.keychain
    health = status.keychainHealth
    isSwappable = status.filesKeys == .swappable || status.brokerKeys == .swappable
    restarts = status.restarts
    // Without the mount there is nothing to say of its space.
    space = try? Space(of: status.mount)
  }

  var json: JSONValue {
    .members([
      "mount": .string(mount), "files": .string("\(files)"), "keychain": .string("\(keychain)"),
      "health": .string(health.name), "swappable": .bool(isSwappable), "restarts": .number(Int(restarts)),
      "space": space.map { .members(["free": .number($0.free), "total": .number($0.total)]) } ?? .null,
    ])
  }
}

extension InstanceFacts.Space {
  fileprivate init(of mount: String) throws(SystemError) {
    let status = try FileDescriptor.open(mount, OpenFlag.path).fileSystemStatus()
    func bytes(_ blocks: UInt) -> Int { Int(clamping: blocks) * Int(status.f_frsize) / Self.step * Self.step }
    (free, total) = (bytes(status.f_bavail), bytes(status.f_blocks))
  }
}

extension StoreHealth {
  fileprivate var name: String {
    switch self {
    case .well: "well"
    case .damaged: "damaged"
    case .newer: "newer"
    }
  }
}

extension LockSettings {
  /// Reads the settings from what the page sends: the seconds, a blank, and `yes` or `no`.
  init?(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let seconds = UInt16(words[0]), seconds <= Self.longestGrace,
      ["yes", "no"].contains(words[1])
    else { return nil }
    self.init(graceSeconds: seconds, words[1] == "yes" ? .erases : .waits)
  }
}
