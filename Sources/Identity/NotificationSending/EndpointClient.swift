// SPDX-License-Identifier: Apache-2.0
import InternetAddresses
package import SignInRules
import WebClient

/// Posts to the endpoints of apps, and to nothing that they may not name.
package struct EndpointClient: Sendable {
  private let reach: EndpointRules.Reach
  private var client: WebClient

  /// `authorities` is a file of certificates that are trusted instead of the system's.
  package init(_ reach: EndpointRules.Reach, authorities: String? = nil) {
    self.reach = reach
    let admitted = reach == .publicNetwork ? RequestReach.global : .everywhere
    client = WebClient(admitting: admitted.admits)
    client.authorities = authorities
    // What counts is the status, however much comes after it.
    client.excess = .cut
  }

  package func post(_ body: [UInt8], to address: String) -> NotificationSender.Answer {
    // It may have been registered when more was allowed.
    if EndpointRules.defect(of: address, reach) != nil { return .none("addressRefused") }
    let request = WebClientRequest(address, body: body, headers: [("Content-Type", "application/json")])
    do throws(WebClientError) { return .status(Int(try client.send(request).status)) } catch {
      return .none("\(error)")
    }
  }
}
