// SPDX-License-Identifier: Apache-2.0
package import WidgetMessages

/// Everything `baileyd` can be asked: who is there, then requests, each of one family.
///
/// A family is a file for its requests, one for its replies, a handler in `BrokerService`, an extension of `BrokerClient`
/// and a block of rows in `RequestPolicy`.
package enum BrokerRequest: Sendable {
  /// Must come first: the versions the requester speaks, the nonce of the challenge, and the ticket that it has, or none.
  case hello(lowest: UInt8, highest: UInt8, nonce: [UInt8], ticket: [UInt8] = [])
  case keychain(KeychainRequest)
  case apps(AppsRequest)
  case person(PersonRequest)
  case consent(ConsentRequest)
  case bundles(BundlesRequest)
  case access(AccessRequest)
  case widgets(WidgetsRequest)

  package var number: Number {
    switch self {
    case .hello: .hello
    case .keychain(let request): .keychain(request.number)
    case .apps(let request): .apps(request.number)
    case .person(let request): .person(request.number)
    case .consent(let request): .consent(request.number)
    case .bundles(let request): .bundles(request.number)
    case .access(let request): .access(request.number)
    case .widgets(let request): .widgets(request.number)
    }
  }

  /// What a request is called on the wire. The families' numbers are disjoint and permanent.
  package enum Number: Sendable, Hashable, RawRepresentable, CaseIterable {
    case hello
    case keychain(KeychainRequest.Number)
    case apps(AppsRequest.Number)
    case person(PersonRequest.Number)
    case consent(ConsentRequest.Number)
    case bundles(BundlesRequest.Number)
    case access(AccessRequest.Number)
    case widgets(WidgetsRequest.Number)

    private static let helloValue: UInt8 = 1

    package init?(rawValue: UInt8) {
      if rawValue == Self.helloValue {
        self = .hello
      } else if let number = KeychainRequest.Number(rawValue: rawValue) {
        self = .keychain(number)
      } else if let number = AppsRequest.Number(rawValue: rawValue) {
        self = .apps(number)
      } else if let number = PersonRequest.Number(rawValue: rawValue) {
        self = .person(number)
      } else if let number = ConsentRequest.Number(rawValue: rawValue) {
        self = .consent(number)
      } else if let number = BundlesRequest.Number(rawValue: rawValue) {
        self = .bundles(number)
      } else if let number = AccessRequest.Number(rawValue: rawValue) {
        self = .access(number)
      } else if let number = WidgetsRequest.Number(rawValue: rawValue) {
        self = .widgets(number)
      } else {
        return nil
      }
    }

    package var rawValue: UInt8 {
      switch self {
      case .hello: Self.helloValue
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
      [.hello] + KeychainRequest.Number.allCases.map(Number.keychain) + AppsRequest.Number.allCases.map(Number.apps)
        + PersonRequest.Number.allCases.map(Number.person) + ConsentRequest.Number.allCases.map(Number.consent)
        + BundlesRequest.Number.allCases.map(Number.bundles)
        + AccessRequest.Number.allCases.map(Number.access)
        + WidgetsRequest.Number.allCases.map(Number.widgets)
    }
  }
}
