// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import BrokerMessages
import ConsentAuthority
import ConsentModel
import PromptModel
import PromptQueue
import ProofModel
import SealedRecords

/// Shows the person what apps were answered, and takes what they say of it.
struct PrivacySettingsHandler {
  let answers: PersonalAnswers
  let apps: KnownApps
  let data: AppData
  let authenticator: PersonAuthenticator

  func answer(_ request: PrivacySettingsRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    _ = try answers.authority()
    switch request {
    case .rows:
      let rows = try answers.asking { (stored) throws(SealedRecordsError) in
        try stored.listings(presence: apps.presence, isEntitled: apps.isEntitled, runs: apps.runs)
      }
      return .privacySettings(.rows(rows, .last))
    case .deny(let service, let key): try refuse(service, key, as: .denied)
    case .giveEmpty(let service, let key):
      guard service.hasEmptySource else { throw .consent(.hasNoEmptySource) }
      try refuse(service, key, as: .empty)
    case .grant(let service, let key, let proof):
      guard service.isAvailableHere else { throw .consent(.notAvailableHere) }
      try authenticator.checkProof(proof, .grant(service, to: key), of: session)
      try grant(service, key)
    case .reset(let service, let client):
      return removed(
        try answers.asking { (stored) throws(SealedRecordsError) in try stored.reset(service, client) }.count)
    case .prune:
      return removed(
        try answers.asking { (stored) throws(SealedRecordsError) in
          try stored.remove { apps.presence(of: $0.client.key) == .gone }
        }.count)
    case .policy:
      return .privacySettings(
        .policy(try answers.asking { (stored) throws(SealedRecordsError) in try stored.policyText() }))
    case .setPolicy(let text, let proof):
      try authenticator.checkProof(proof, .setPolicy(text), of: session)
      try setPolicy(text)
    case .loss: return .privacySettings(.loss(try answers.authority().recentLoss))
    case .agent:
      let (queue, authorised) = (authenticator.queue, authenticator.queue.authorisedAgent)
      return .privacySettings(authorised == nil && queue.hasAgent ? .agentWaits : .agent(authorised))
    case .itemCount(let app):
      do { return .privacySettings(.itemCount(try data.itemCount(of: app))) } catch { throw .keychain(error) }
    case .erase(let app): try erase(app)
    }
    return .done
  }

  private func removed(_ count: Int) -> BrokerReply { .privacySettings(.removed(UInt32(count))) }

  /// Refuses a service to whoever bears the name, so that nothing else need be known of the app.
  private func refuse(
    _ service: ConsentService, _ key: ConsentClient.Key, as answer: ConsentAnswer
  ) throws(BrokerRefusal) {
    let row = try answers.asking { (stored) throws(SealedRecordsError) in try stored.rows() }.first {
      $0.service == service && $0.client.key == key
    }
    let known = apps.client(key)
    let unknown = [UInt8](repeating: 0, count: ConsentClient.requirementSize)
    guard
      let client = known?.client ?? row?.client ?? ConsentClient(key.kind, key.identifier, requirement: unknown)
    else { throw .consent(.unknownApp) }
    try answers.asking { (stored) throws(SealedRecordsError) in
      try stored.set(service, client, name: known?.name ?? row?.name ?? "", to: answer)
    }
  }

  /// Grants access to what the code is now; a grant for code that nobody knows could be anyone's.
  private func grant(_ service: ConsentService, _ key: ConsentClient.Key) throws(BrokerRefusal) {
    guard let known = apps.client(key) else { throw .consent(.unknownApp) }
    let policy = try answers.asking { (stored) throws(SealedRecordsError) in try stored.policy() }
    guard policy.rule(service, key, known.code) == nil else { throw .consent(.restricted) }
    let answer = service == .location ? ConsentAnswer.whileInUse : .allowed
    try answers.asking { (stored) throws(SealedRecordsError) in
      try stored.set(service, known.client, name: known.name, to: answer)
    }
  }

  private func setPolicy(_ text: [UInt8]?) throws(BrokerRefusal) {
    guard let text else {
      return try answers.asking { (stored) throws(SealedRecordsError) in
        try stored.setPolicy(ConsentPolicy(), text: nil)
      }
    }
    guard let policy = try? ConsentPolicy(xml: text.span) else { throw .consent(.badPolicy) }
    try answers.asking { (stored) throws(SealedRecordsError) in try stored.setPolicy(policy, text: text) }
  }

  private func erase(_ app: String) throws(BrokerRefusal) {
    do { try data.erase(app) } catch { throw .keychain(error) }
    try answers.asking { (stored) throws(SealedRecordsError) in
      try stored.takeBack(from: ConsentClient.Key(kind: .bundle, identifier: app))
    }
  }
}
