// SPDX-License-Identifier: Apache-2.0
package import ConsentModel

/// Something that an app used: once, from its beginning to its end; a host that it connected to, on one day; or a secret that a
/// program read, again and again within a short time.
package struct AccessRecord: Sendable, Equatable {
  package static let identifierSize = 16

  /// A UUID of its own, which the beginning and the end share where they are exported.
  package let identifier: [UInt8]
  package let app: String
  package let kind: Kind
  /// The beginning in milliseconds since 1970.
  package let began: Int64
  /// The moment of the end; nil while it goes on. Of connections: when the last one was made.
  package var ended: Int64?
  /// Connections that were made, and that were refused; of a secret, how often it was read.
  package var hits: UInt32
  package var refused: UInt32

  package enum Kind: Sendable, Hashable {
    case access(ConsentService)
    case network(NetworkActivity)
    /// The app was told that it may, and got nothing.
    case emptySource(ConsentService)
    /// A program of the desktop, outside of any sandbox, got a secret that is called so. Another program of the same user can pretend
    /// to be it.
    case secret(String)
  }

  package static let longestApp = 256
  /// The maximum length of a secret's name in bytes.
  package static let longestLabel = 255

  package init?(
    identifier: [UInt8], app: String, kind: Kind, began: Int64, ended: Int64? = nil, hits: UInt32 = 0,
    refused: UInt32 = 0
  ) {
    guard identifier.count == Self.identifierSize, (1...Self.longestApp).contains(app.utf8.count) else { return nil }
    if case .secret(let label) = kind, label.utf8.count > Self.longestLabel { return nil }
    self.identifier = identifier
    self.app = app
    self.kind = kind
    self.began = began
    self.ended = ended
    self.hits = hits
    self.refused = refused
  }
}

/// Whom an app talked to, as far as that can be seen from outside.
package struct NetworkActivity: Sendable, Hashable {
  /// A host's name, or a literal address; empty for hosts beyond those that are listed one by one.
  package let domain: String
  /// Whether the app's manifest names the domain as one for tracking.
  package let isTracker: Bool

  /// A host's name has at most 253 characters: RFC 1035, 2.3.4.
  package static let longestDomain = 255

  package init?(domain: String, isTracker: Bool) {
    guard domain.utf8.count <= Self.longestDomain else { return nil }
    self.domain = domain
    self.isTracker = isTracker
  }
}

/// The notes of the process that runs an app about its accesses.
package enum AccessNote: Sendable, Equatable {
  case began(identifier: [UInt8], ConsentService)
  /// The app began to use an empty source in the service's place.
  case beganEmpty(identifier: [UInt8], ConsentService)
  case ended(identifier: [UInt8])
  case connections(NetworkActivity, hits: UInt32, refused: UInt32)
  /// The app's proxy ended before the app did. It is no access: `baileyd` says so in its own log.
  case networkLost
  /// A program of the desktop read a secret so often.
  case read(SecretReading, hits: UInt32)

  /// The most notes in one message.
  package static let maximum = 256
}

/// The program that read a secret, as `bailey-secrets` knows it, and the name of the secret.
package struct SecretReading: Sendable, Hashable {
  package let program: String
  package let label: String

  /// The end of a path says which program it is, and the beginning of a label what is meant: the rest of a long one goes.
  package init(program: String, label: String) {
    self.program = Self.fitting(program, AccessRecord.longestApp) { $0.removeFirst() } ?? "?"
    self.label = Self.fitting(label, AccessRecord.longestLabel) { $0.removeLast() } ?? ""
  }

  /// The text in so many characters; nil for an empty text.
  private static func fitting(_ text: String, _ longest: Int, _ shorten: (inout Substring) -> Void) -> String? {
    var rest = text[...]
    while rest.utf8.count > longest { shorten(&rest) }
    return rest.isEmpty ? nil : String(rest)
  }
}

/// Whether accesses are written down.
package struct AccessLogState: Sendable, Equatable {
  package let isOn: Bool
  /// The start of the log in milliseconds since 1970; 0 where it is off.
  package let since: Int64

  package init(isOn: Bool, since: Int64) {
    self.isOn = isOn
    self.since = since
  }

  /// The days after which records are removed.
  package static let days = 7
  package static let milliseconds = Int64(days) * 86_400_000
}
