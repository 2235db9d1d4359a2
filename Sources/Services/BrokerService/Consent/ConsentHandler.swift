// SPDX-License-Identifier: Apache-2.0
import AppDirectory
import AppModel
import BrokerMessages
import CallerIdentity
import ConsentAuthority
import ConsentModel
import Events
import PromptQueue
import SealedRecords

/// Answers what apps ask of what belongs to the person.
struct ConsentHandler {
  let answers: PersonalAnswers
  let apps: KnownApps
  let launches: LaunchedApps
  let authenticator: PersonAuthenticator

  func answer(_ request: ConsentRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    _ = try answers.authority()
    // Before anything is looked up: a question of now is not asked after a later lock.
    let moment = authenticator.now
    switch request {
    case .status(let service):
      let subject = try subject(of: session)
      let standing = try answers.asking { (stored) throws(SealedRecordsError) in
        try stored.standing(service, of: subject)
      }
      return .consent(.outcome(.stands(standing.told(of: service))))
    case .request(let service, let extent):
      let subject = try subject(of: session)
      let outcome = try answers.asking { (stored) throws(SealedRecordsError) in
        try stored.request(service, extent, for: subject, since: moment)
      }
      return .consent(.outcome(outcome.told(of: service)))
    case .preciseLocation(let key):
      let subject = try subject(of: session)
      let outcome = try answers.asking { (stored) throws(SealedRecordsError) in
        try stored.requestPreciseLocation(because: key, for: subject, since: moment)
      }
      return .consent(.outcome(outcome))
    case .locationButton(let look):
      let subject = try subject(of: session)
      let outcome = try answers.asking { (stored) throws(SealedRecordsError) in
        try stored.tapLocationButton(look, of: subject, since: moment)
      }
      return .consent(.outcome(outcome.told(of: .location)))
    case .advertisingIdentifier:
      let subject = try subject(of: session)
      return .consent(
        .advertisingIdentifier(
          try answers.asking { (stored) throws(SealedRecordsError) in try stored.advertisingIdentifier(for: subject) }))
    case .changes(let known, let seconds):
      let changes = try answers.authority().changes
      guard let count = try? changes.count(otherThan: known, within: .seconds(Int(seconds))) else {
        throw .consent(.unavailable)
      }
      return .consent(.changes(count))
    case .lend(let service, let asking, let app): return try lend(service, asking, app, session, since: moment)
    }
  }

  private func subject(of session: BrokerSession) throws(BrokerRefusal) -> ConsentSubject {
    guard let subject = apps.subject(of: session.asking) else { throw .consent(.notAnApp) }
    return subject
  }

  /// Extensions run where nobody looks: they ask nobody, and have the network alone.
  private func lend(
    _ service: ConsentService, _ asking: ConsentAsking, _ app: String?, _ session: BrokerSession,
    since moment: PersonAuthenticator.Moment
  ) throws(BrokerRefusal) -> BrokerReply {
    let isOpen = asking == .standing && [.tracking, .localNetwork].contains(service)
    guard isOpen || session.caller.role == .runtime else { throw .notPermitted }
    guard let started = apps.run(startedIn: session, named: app, launches),
      let subject = apps.subject(started, of: session.asking)
    else { throw .consent(.notAnApp) }
    if asking == .standing {
      return .consent(
        .outcome(
          .stands(
            try answers.asking { (stored) throws(SealedRecordsError) in try stored.standing(service, of: subject) })))
    }
    return .consent(
      .outcome(
        try answers.asking { (stored) throws(SealedRecordsError) in
          try stored.request(service, .usual, for: subject, since: moment, asking: asking)
        }))
  }
}
