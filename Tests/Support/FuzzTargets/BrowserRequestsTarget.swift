// SPDX-License-Identifier: Apache-2.0
import BrowserBridge
import PasskeyResponses
import WebAuthn

/// What a browser's extension says, with options that any page may have made: read whole or refused by name, and nothing traps.
package enum BrowserRequestsTarget: FuzzTarget {
  package static let name = "BrowserRequests"
  private static let rule = RelyingPartyRule { !$0.contains(".") }

  package static func run(_ message: [UInt8]) {
    guard case .success(let request)? = BrowserRequest.read(message) else { return }
    switch request {
    case .create(_, let page, let options):
      guard let party = rule.identifier(options.relyingPartyID, for: page) else { return }
      _ = try? PasskeyRegistration(options, for: party, at: CeremonyOrigin(page.origin.text))
    case .get(_, let page, let options, _):
      guard let party = rule.identifier(options.relyingPartyID, for: page) else { return }
      _ = try? PasskeySignIn(options, for: party, at: CeremonyOrigin(page.origin.text))
    case .cancel: break
    }
  }
}
