// SPDX-License-Identifier: Apache-2.0
import BrowserBridge
import PasskeyResponses

/// What a browser's extension says, with options that any page may have made: read whole or refused by name, and nothing traps.
package enum BrowserRequestsTarget: FuzzTarget {
  package static let name = "BrowserRequests"

  package static func run(_ message: [UInt8]) {
    guard case .success(let request)? = BrowserRequest.read(message) else { return }
    switch request {
    case .create(_, let origin, let options):
      _ = try? PasskeyRegistration(options, for: origin.host, at: CeremonyOrigin(origin.text))
    case .get(_, let origin, let options):
      _ = try? PasskeySignIn(options, for: origin.host, at: CeremonyOrigin(origin.text))
    case .choose, .cancel: break
    }
  }
}
