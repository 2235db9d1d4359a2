// SPDX-License-Identifier: Apache-2.0
import ProxyRules
package import SignInRules
import StreamSockets
import WebClient

/// Posts to the endpoints of apps, and to nothing that they may not name.
package struct EndpointClient: Sendable {
  private let client: WebClient

  /// `authorities` is a file of certificates that are trusted instead of the system's.
  package init(_ reach: EndpointRules.Reach, authorities: String? = nil) {
    client = WebClient(reach == .development ? .plainToo : .secure, authorities: authorities) { address in
      // A name of the public network may lead to this machine: what counts is where the connection goes.
      reach != .publicNetwork || AddressScope(address.bytes) == .global
    }
  }

  package func post(_ body: [UInt8], to address: String) -> NotificationSender.Answer {
    do throws(WebClientFailure) {
      return .status(try client.post(body, "application/json", to: address).status)
    } catch { return .none("\(error)") }
  }
}
