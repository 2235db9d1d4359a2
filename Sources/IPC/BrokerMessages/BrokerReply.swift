// SPDX-License-Identifier: Apache-2.0
package import WidgetMessages

/// What `baileyd` says: of the connection, or in answer to a request of one family.
package enum BrokerReply: Sendable {
  /// The first thing on a connection; who answers it with `hello` is the process that is served.
  case challenge(nonce: [UInt8])
  /// To `hello`: the version to speak, and by what the program is known although it hides by then; nothing for one that is not
  /// known now.
  case welcome(version: UInt8, ticket: [UInt8] = [])
  /// Of requests of all families that have nothing more to tell.
  case done
  case refused(BrokerRefusal)
  /// The connection ends, and no request has been taken since the last answer.
  case idleClose
  case keychain(KeychainReply)
  case apps(AppsReply)
  case person(PersonReply)
  case consent(ConsentReply)
  case bundles(BundlesReply)
  case access(AccessReply)
  case widgets(WidgetsReply)

  /// Of an answer that is cut into several frames.
  package enum Part: UInt8, Sendable, CaseIterable {
    case more = 1
    case last = 2
  }

  var number: Number {
    switch self {
    case .challenge: .session(.challenge)
    case .welcome: .session(.welcome)
    case .done: .session(.done)
    case .refused: .session(.refused)
    case .idleClose: .session(.idleClose)
    case .keychain(let reply): .keychain(reply.number)
    case .apps(let reply): .apps(reply.number)
    case .person(let reply): .person(reply.number)
    case .consent(let reply): .consent(reply.number)
    case .bundles(let reply): .bundles(reply.number)
    case .access(let reply): .access(reply.number)
    case .widgets(let reply): .widgets(reply.number)
    }
  }

  /// What a reply is called on the wire. The families' numbers are disjoint and permanent.
  package enum Number: Sendable, Hashable, RawRepresentable, CaseIterable {
    case session(Session)
    case keychain(KeychainReply.Number)
    case apps(AppsReply.Number)
    case person(PersonReply.Number)
    case consent(ConsentReply.Number)
    case bundles(BundlesReply.Number)
    case access(AccessReply.Number)
    case widgets(WidgetsReply.Number)

    package enum Session: UInt8, Sendable, CaseIterable {
      case challenge = 64
      case welcome = 65
      case done = 66
      case refused = 71
      case idleClose = 72
    }

    package init?(rawValue: UInt8) {
      if let number = Session(rawValue: rawValue) {
        self = .session(number)
      } else if let number = KeychainReply.Number(rawValue: rawValue) {
        self = .keychain(number)
      } else if let number = AppsReply.Number(rawValue: rawValue) {
        self = .apps(number)
      } else if let number = PersonReply.Number(rawValue: rawValue) {
        self = .person(number)
      } else if let number = ConsentReply.Number(rawValue: rawValue) {
        self = .consent(number)
      } else if let number = BundlesReply.Number(rawValue: rawValue) {
        self = .bundles(number)
      } else if let number = AccessReply.Number(rawValue: rawValue) {
        self = .access(number)
      } else if let number = WidgetsReply.Number(rawValue: rawValue) {
        self = .widgets(number)
      } else {
        return nil
      }
    }

    package var rawValue: UInt8 {
      switch self {
      case .session(let number): number.rawValue
      case .keychain(let number): number.rawValue
      case .apps(let number): number.rawValue
      case .person(let number): number.rawValue
      case .consent(let number): number.rawValue
      case .bundles(let number): number.rawValue
      case .access(let number): number.rawValue
      case .widgets(let number): number.rawValue
      }
    }

    package static var allCases: [Number] {
      Session.allCases.map(Number.session) + KeychainReply.Number.allCases.map(Number.keychain)
        + AppsReply.Number.allCases.map(Number.apps) + PersonReply.Number.allCases.map(Number.person)
        + ConsentReply.Number.allCases.map(Number.consent)
        + BundlesReply.Number.allCases.map(Number.bundles) + AccessReply.Number.allCases.map(Number.access)
        + WidgetsReply.Number.allCases.map(Number.widgets)
    }
  }
}

// MARK: - Lists

extension BrokerReply {
  /// Whether more of this answer comes in another frame.
  package var isFollowed: Bool {
    switch self {
    case .keychain(.items(_, .more)), .apps(.registrations(_, .more)), .consent(.rows(_, .more)),
      .consent(.sharedFiles(_, .more)),
      .bundles(.installed(_, .more)):
      true
    case .challenge, .welcome, .done, .refused, .idleClose, .keychain, .apps, .person, .consent, .bundles, .access,
      .widgets:
      false
    }
  }

  /// Both together; nil where the next frame does not go on with this one.
  package func followed(by next: BrokerReply) -> BrokerReply? {
    switch (self, next) {
    case (.keychain(.items(let first, .more)), .keychain(.items(let rest, let part))):
      .keychain(.items(first + rest, part))
    case (.apps(.registrations(let first, .more)), .apps(.registrations(let rest, let part))):
      .apps(.registrations(first + rest, part))
    case (.consent(.rows(let first, .more)), .consent(.rows(let rest, let part))): .consent(.rows(first + rest, part))
    case (.consent(.sharedFiles(let first, .more)), .consent(.sharedFiles(let rest, let part))):
      .consent(.sharedFiles(first + rest, part))
    case (.bundles(.installed(let first, .more)), .bundles(.installed(let rest, let part))):
      .bundles(.installed(first + rest, part))
    default: nil
    }
  }
}
