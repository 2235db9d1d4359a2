// SPDX-License-Identifier: Apache-2.0
import AppModel

/// The app that an answer is for.
///
/// The identifier finds the row, and the requirement decides whether it counts: a program that only bears the name of the
/// one that was allowed is another program.
package struct ConsentClient: Sendable, Hashable {
  package let kind: Kind
  package let identifier: String
  /// The digest of the requirement that the code must meet.
  package let requirement: [UInt8]

  /// TCC's `client_type`.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case bundle = 0
    case path = 1
  }

  /// SHA-256 of what is required.
  package static let requirementSize = 32
  package static let longestIdentifier = 4096

  package init?(_ kind: Kind, _ identifier: String, requirement: [UInt8]) {
    guard requirement.count == Self.requirementSize, (1...Self.longestIdentifier).contains(identifier.utf8.count)
    else { return nil }
    self.kind = kind
    self.identifier = identifier
    self.requirement = requirement
  }

  package var key: Key { Key(kind: kind, identifier: identifier) }

  /// The key by which an app's rows are found.
  package struct Key: Sendable, Hashable {
    package let kind: Kind
    package let identifier: String

    package init(kind: Kind, identifier: String) {
      self.kind = kind
      self.identifier = identifier
    }

    /// Reads a client as people write it: a path begins with a slash.
    package init(_ text: String) { self.init(kind: text.hasPrefix("/") ? .path : .bundle, identifier: text) }

    /// Compares two apps. Every byte of a path counts: two that look alike may be two programs. Of an identifier
    /// capitals do not.
    package static func == (one: Key, other: Key) -> Bool { one.kind == other.kind && one.bytes == other.bytes }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(bytes)
    }

    private var bytes: [UInt8] { kind == .bundle ? AppDescription.folded(identifier) : Array(identifier.utf8) }
  }
}

/// The answer for one service and one app.
package struct ConsentRow: Sendable, Equatable {
  package let service: ConsentService
  package let client: ConsentClient
  /// The app's name when it asked, for people.
  package let name: String
  package var answer: ConsentAnswer
  package var reason: ConsentReason
  /// The time of the change in seconds since 1970.
  package var changed: Int64
  /// Seconds since 1970; nil: until it is taken back.
  package var until: Int64?
  /// Allowed once: for the process alone.
  package var instance: ProcessInstance?
  /// Seconds since 1970, when it was last counted on.
  package var used: Int64
  /// The person was asked for more than this, and left it at it: they are not asked for more again.
  package var isSettled = false

  package static let longestName = 256

  package init(
    _ service: ConsentService, _ client: ConsentClient, name: String, answer: ConsentAnswer, reason: ConsentReason,
    changed: Int64, until: Int64? = nil, instance: ProcessInstance? = nil
  ) {
    self.service = service
    self.client = client
    self.name = name
    self.answer = answer
    self.reason = reason
    self.changed = changed
    self.until = until
    self.instance = instance
    used = changed
  }
}
