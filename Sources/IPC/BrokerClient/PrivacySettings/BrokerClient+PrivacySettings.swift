// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import ConsentModel
package import PromptModel

// What the person says of the answers to apps.

/// The agent that puts questions to the owner.
package enum AgentPresence: Sendable, Equatable {
  case none
  /// An agent is there, which the owner has not given the passcode to yet.
  case waits
  /// The owner has authorised this process.
  case authorised(Int32)
}

extension BrokerClient {
  /// The agent that puts questions to the owner.
  package func agent() throws(BrokerClientError) -> AgentPresence {
    switch try exchange(.privacySettings(.agent)) {
    case .privacySettings(.agent(let process?)): return .authorised(process)
    case .privacySettings(.agent(nil)): return .none
    case .privacySettings(.agentWaits): return .waits
    default: throw .unexpectedReply
    }
  }

  /// The time at which untrusted answers were discarded, within the last days: seconds since 1970.
  package func consentLoss() throws(BrokerClientError) -> Int64? {
    guard case .privacySettings(.loss(let time)) = try exchange(.privacySettings(.loss)) else { throw .unexpectedReply }
    return time
  }

  /// How many items of the keychain an installed app has to itself.
  package func itemCount(ofApp identifier: String) throws(BrokerClientError) -> Int {
    guard case .privacySettings(.itemCount(let count)) = try exchange(.privacySettings(.itemCount(ofApp: identifier)))
    else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  /// Ends an installed app and removes the items that it has to itself, and the answers to it.
  package func erase(app identifier: String) throws(BrokerClientError) {
    guard case .done = try exchange(.privacySettings(.erase(app: identifier))) else { throw .unexpectedReply }
  }

  package func consents() throws(BrokerClientError) -> [ConsentListing] {
    guard case .privacySettings(.rows(let rows, _)) = try exchange(.privacySettings(.rows)) else {
      throw .unexpectedReply
    }
    return rows
  }

  package func denyConsent(_ service: ConsentService, to client: ConsentClient.Key) throws(BrokerClientError) {
    guard case .done = try exchange(.privacySettings(.deny(service, client))) else { throw .unexpectedReply }
  }

  /// Gives an empty source: the app is told that it has access, and gets nothing.
  package func giveEmpty(_ service: ConsentService, to client: ConsentClient.Key) throws(BrokerClientError) {
    guard case .done = try exchange(.privacySettings(.giveEmpty(service, client))) else { throw .unexpectedReply }
  }

  package func grantConsent(
    _ service: ConsentService, to client: ConsentClient.Key, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    guard case .done = try exchange(.privacySettings(.grant(service, client, number))) else { throw .unexpectedReply }
  }

  /// Forgets answers, and says how many there were; nil means every service, or every app.
  package func resetConsent(
    _ service: ConsentService?, of client: ConsentClient.Key?
  ) throws(BrokerClientError) -> Int {
    guard case .privacySettings(.removed(let count)) = try exchange(.privacySettings(.reset(service, client))) else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  /// Forgets the answers for apps that are gone, and says how many there were.
  package func pruneConsent() throws(BrokerClientError) -> Int {
    guard case .privacySettings(.removed(let count)) = try exchange(.privacySettings(.prune)) else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  package func consentPolicy() throws(BrokerClientError) -> [UInt8]? {
    guard case .privacySettings(.policy(let text)) = try exchange(.privacySettings(.policy)) else {
      throw .unexpectedReply
    }
    return text
  }

  package func setConsentPolicy(
    _ text: [UInt8]?, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    guard case .done = try exchange(.privacySettings(.setPolicy(text, number))) else { throw .unexpectedReply }
  }
}
