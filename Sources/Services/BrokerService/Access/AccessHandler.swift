// SPDX-License-Identifier: Apache-2.0
import AccessLog
import AccessModel
import AppDirectory
import BrokerMessages
import CallerIdentity
import ComputerLocation
import ConsentAuthority
import ConsentModel
import CryptoPrimitives
import SealedRecords
import SystemCalls

/// Writes down what apps use, where the person wants that, and tells apps where this computer is.
struct AccessHandler {
  let log: AccessLog
  let launches: LaunchedApps
  let answers: PersonalAnswers
  let apps: KnownApps
  let place: PlaceOfComputer

  /// The longest wait; for a longer one a request is sent again.
  private static let longestWait: UInt16 = 25

  func answer(_ request: AccessRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .state: return .access(.state(try logging { () throws(SealedRecordsError) in try log.current() }))
    case .turn(let isOn):
      try logging { () throws(SealedRecordsError) in if isOn { try log.turnOn() } else { try log.turnOff() } }
    case .note(let notes, nil) where session.caller.role == .secrets:
      guard notes.allSatisfy(\.isReading) else { throw .notPermitted }
      try logging { () throws(SealedRecordsError) in try log.note(notes, of: "", launcher: session.caller.process) }
    case .note(let notes, let app):
      let isOfNetwork = notes.allSatisfy(\.isOfNetwork)
      guard session.caller.role == .runtime || isOfNetwork, !notes.contains(where: \.isReading) else {
        throw .notPermitted
      }
      guard let app = apps.run(startedIn: session, named: app, launches)?.identifier else { throw .access(.noApp) }
      if notes.contains(.networkLost) { note("what connects \(app) to others has ended: it goes on without a network") }
      try logging { () throws(SealedRecordsError) in try log.note(notes, of: app, launcher: session.caller.process) }
    case .records(let revision, let seconds):
      let page = try logging { () throws(SealedRecordsError) in
        try log.records(
          after: revision, atMost: AccessReply.mostRecords, within: .seconds(Int(min(seconds, Self.longestWait))))
      }
      return .access(.records(page.records, revision: page.revision))
    case .location: return .access(.location(try location(of: session)))
    case .locationSource: return .access(.locationSource(place.source))
    case .setLocationSource(let source):
      do throws(SystemError) { try place.set(source) } catch { throw .storage(code: error.code) }
    }
    return .done
  }

  private func logging<Result>(_ body: () throws(SealedRecordsError) -> Result) throws(BrokerRefusal) -> Result {
    do { return try body() } catch { throw .access(AccessRefusal(error)) }
  }

  // MARK: - Location

  /// The location for an app that the person allowed it; whoever is not known well enough gets none.
  private func location(of session: BrokerSession) throws(BrokerRefusal) -> LocationFix {
    guard let authority = answers.stored, let subject = apps.subject(of: session.asking) else {
      throw .access(.notAllowed)
    }
    // On any error, assume that the person has not allowed it.
    guard let standing = try? authority.standing(.location, of: subject) else { throw .access(.notAllowed) }
    // As a device that does not know yet; nothing is written down, since nothing was told.
    if standing == .answered(.empty) { throw .access(.noLocation) }
    guard standing.givesAccess else { throw .access(.notAllowed) }
    guard let fix = place.fix() else { throw .access(.noLocation) }
    let app = subject.client.identifier
    try logging { () throws(SealedRecordsError) in
      try log.noteMoment { now in
        AccessRecord(
          identifier: SystemRandom.bytes(AccessRecord.identifierSize), app: String(app.suffix(200)),
          kind: .access(.location), began: now, ended: now)
      }
    }
    // On any error, assume that the app may not know it precisely.
    return (try? authority.isPrecise(of: subject)) == true ? fix : fix.reduced
  }
}

extension AccessRefusal {
  fileprivate init(_ error: SealedRecordsError) {
    self =
      switch error {
      case .locked: .locked
      case .newer: .newer
      case .full, .database, .unavailable: .unavailable
      }
  }
}

extension AccessNote {
  /// Whether the start of an extension may note it too.
  fileprivate var isOfNetwork: Bool {
    switch self {
    case .connections, .networkLost: true
    case .began, .beganEmpty, .ended, .read: false
    }
  }

  /// Whether `bailey-secrets` alone may note it, and nothing else of the family.
  fileprivate var isReading: Bool {
    if case .read = self { true } else { false }
  }
}
