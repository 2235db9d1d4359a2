// SPDX-License-Identifier: Apache-2.0

/// The requests to `baileyd`: who is there, then requests, each of one family.
///
/// A family is a folder here, with its requests and their table, and its replies; a folder of `BrokerService` with its handler;
/// and one of `BrokerClient`.
package enum BrokerRequest: Sendable {
  /// Must come first: the versions the requester speaks, the nonce of the challenge, and the ticket that it has, or none.
  case hello(lowest: UInt8, highest: UInt8, nonce: [UInt8], ticket: [UInt8] = [])
  case keychain(KeychainRequest)
  case apps(AppsRequest)
  case person(PersonRequest)
  case bundles(BundlesRequest)
  case consent(ConsentRequest)
  case privacySettings(PrivacySettingsRequest)
  case sharedFiles(SharedFilesRequest)
  case portal(PortalRequest)
  case access(AccessRequest)
  case widgets(WidgetsRequest)
  case passkeys(PasskeysRequest)
  case attest(AttestRequest)

  /// The number of a request on the wire, whatever its family.
  package struct Number: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    static let hello = Number(rawValue: 1)
  }

  /// The request's row in its family's table. `hello` has its place in the handshake, and in no table.
  package var row: RequestRow<Number> {
    switch self {
    case .hello: RequestRow(.hello, .everyone, .often, .again)
    case .keychain(let request): request.row.ofAnyFamily
    case .apps(let request): request.row.ofAnyFamily
    case .person(let request): request.row.ofAnyFamily
    case .bundles(let request): request.row.ofAnyFamily
    case .consent(let request): request.row.ofAnyFamily
    case .privacySettings(let request): request.row.ofAnyFamily
    case .sharedFiles(let request): request.row.ofAnyFamily
    case .portal(let request): request.row.ofAnyFamily
    case .access(let request): request.row.ofAnyFamily
    case .widgets(let request): request.row.ofAnyFamily
    case .passkeys(let request): request.row.ofAnyFamily
    case .attest(let request): request.row.ofAnyFamily
    }
  }

  /// The numbers of all requests, in the order of the families.
  package static let numbers: [(family: MessageFamily, numbers: [(name: String, rawValue: UInt16)])] = [
    (.keychain, names(KeychainRequest.self)),
    (.apps, names(AppsRequest.self)),
    (.person, names(PersonRequest.self)),
    (.bundles, names(BundlesRequest.self)),
    (.consent, names(ConsentRequest.self)),
    (.privacySettings, names(PrivacySettingsRequest.self)),
    (.sharedFiles, names(SharedFilesRequest.self)),
    (.portal, names(PortalRequest.self)),
    (.access, names(AccessRequest.self)),
    (.widgets, names(WidgetsRequest.self)),
    (.passkeys, names(PasskeysRequest.self)),
    (.attest, names(AttestRequest.self)),
  ]

  private static func names<Request: RequestFamily>(_ type: Request.Type) -> [(name: String, rawValue: UInt16)] {
    Request.Number.allCases.map { ("\($0)", $0.rawValue) }
  }
}

extension RequestRow {
  fileprivate var ofAnyFamily: RequestRow<BrokerRequest.Number> {
    RequestRow<BrokerRequest.Number>(
      BrokerRequest.Number(rawValue: number.rawValue), callers, pace, repetition, operation: operation)
  }
}
