// SPDX-License-Identifier: Apache-2.0

/// The messages of `baileyd`: about the connection, or in answer to a request of one family.
package enum BrokerReply: Sendable {
  /// The first thing on a connection; who answers it with `hello` is the process that is served.
  case challenge(nonce: [UInt8])
  /// The answer to `hello`: the version to speak, and the ticket by which the program is known although it hides by
  /// then; empty for one that is not.
  case welcome(version: UInt8, ticket: [UInt8] = [])
  /// The reply to requests of all families that have nothing more to tell.
  case done
  case refused(BrokerRefusal)
  /// The connection ends, and no request has been taken since the last answer.
  case idleClose
  case keychain(KeychainReply)
  case apps(AppsReply)
  case person(PersonReply)
  case bundles(BundlesReply)
  case consent(ConsentReply)
  case privacySettings(PrivacySettingsReply)
  case sharedFiles(SharedFilesReply)
  case portal(PortalReply)
  case access(AccessReply)
  case widgets(WidgetsReply)
  case passkeys(PasskeysReply)
  case attest(AttestReply)

  /// The parts of an answer that is cut into several frames.
  package enum Part: UInt8, Sendable, CaseIterable {
    case more = 1
    case last = 2
  }

  /// The numbers of the connection's own replies, which have one byte.
  package enum ConnectionNumber: UInt16, Sendable, CaseIterable {
    case challenge = 64
    case welcome = 65
    case done = 66
    case refused = 71
    case idleClose = 72
  }

  var number: UInt16 {
    switch self {
    case .challenge: ConnectionNumber.challenge.rawValue
    case .welcome: ConnectionNumber.welcome.rawValue
    case .done: ConnectionNumber.done.rawValue
    case .refused: ConnectionNumber.refused.rawValue
    case .idleClose: ConnectionNumber.idleClose.rawValue
    case .keychain(let reply): reply.number.rawValue
    case .apps(let reply): reply.number.rawValue
    case .person(let reply): reply.number.rawValue
    case .bundles(let reply): reply.number.rawValue
    case .consent(let reply): reply.number.rawValue
    case .privacySettings(let reply): reply.number.rawValue
    case .sharedFiles(let reply): reply.number.rawValue
    case .portal(let reply): reply.number.rawValue
    case .access(let reply): reply.number.rawValue
    case .widgets(let reply): reply.number.rawValue
    case .passkeys(let reply): reply.number.rawValue
    case .attest(let reply): reply.number.rawValue
    }
  }

  /// All there are, in the order of the families.
  package static var numbers: [UInt16] {
    func numbers<Reply: ReplyFamily>(_ type: Reply.Type) -> [UInt16] { Reply.Number.allCases.map(\.rawValue) }
    return ConnectionNumber.allCases.map(\.rawValue)
      + numbers(KeychainReply.self)
      + numbers(AppsReply.self)
      + numbers(PersonReply.self)
      + numbers(BundlesReply.self)
      + numbers(ConsentReply.self)
      + numbers(PrivacySettingsReply.self)
      + numbers(SharedFilesReply.self)
      + numbers(PortalReply.self)
      + numbers(AccessReply.self)
      + numbers(WidgetsReply.self)
      + numbers(PasskeysReply.self)
      + numbers(AttestReply.self)
  }
}

// MARK: - Lists

extension BrokerReply {
  /// Whether more of this answer comes in another frame.
  package var isFollowed: Bool {
    switch self {
    case .keychain(.items(_, .more)), .apps(.registrations(_, .more)), .privacySettings(.rows(_, .more)),
      .sharedFiles(.files(_, .more)), .bundles(.installed(_, .more)):
      true
    case .challenge, .welcome, .done, .refused, .idleClose, .keychain, .apps, .person, .bundles, .consent,
      .privacySettings, .sharedFiles, .portal, .access, .widgets, .passkeys, .attest:
      false
    }
  }

  /// The reply joined with the next one; nil where the next frame does not go on with it.
  package func followed(by next: BrokerReply) -> BrokerReply? {
    switch (self, next) {
    case (.keychain(.items(let first, .more)), .keychain(.items(let rest, let part))):
      .keychain(.items(first + rest, part))
    case (.apps(.registrations(let first, .more)), .apps(.registrations(let rest, let part))):
      .apps(.registrations(first + rest, part))
    case (.privacySettings(.rows(let first, .more)), .privacySettings(.rows(let rest, let part))):
      .privacySettings(.rows(first + rest, part))
    case (.sharedFiles(.files(let first, .more)), .sharedFiles(.files(let rest, let part))):
      .sharedFiles(.files(first + rest, part))
    case (.bundles(.installed(let first, .more)), .bundles(.installed(let rest, let part))):
      .bundles(.installed(first + rest, part))
    default: nil
    }
  }
}
