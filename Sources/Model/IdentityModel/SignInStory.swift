// SPDX-License-Identifier: Apache-2.0

/// What happened between one person and one app, and what of it explains a complaint.
package struct SignInStory: Sendable, Equatable {
  package let app: String
  package let events: [Event]
  package let findings: [Finding]

  package struct Event: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
      case firstConsent, consent, cancelled, refusedAfterContinue, tokensIssued, tokensRefused, refreshed
      case refreshRefused, revokedBySite, removedByPerson, removedByAdministrator
    }

    package let kind: Kind
    package let at: Int64
    /// The `Correlation-Id` of the request.
    package let id: String
    package let rules: [String]

    package init(_ kind: Kind, _ record: RequestRecord) {
      (self.kind, at, id, rules) = (kind, record.at, record.id, record.rules)
    }
  }

  package struct Finding: Sendable, Equatable {
    package enum Pattern: String, Sendable, CaseIterable {
      /// The site's server ends what a sign-in has just begun: people hear that their account was rejected, each time anew.
      case revokedRightAfterSignIn
      /// The person was asked as if for the first time, more than once.
      case firstTimeAgain
      /// The site asks for a name that it had before: it is given once.
      case nameGivenBefore
      /// The provider refused what the person allowed: apps call that cancelled.
      case refusedAfterContinue
      /// The site's secret or request breaks a rule.
      case siteRefused
      /// The site did not bring the code within its five minutes.
      case codeNotBrought
      /// The code came twice, and the tokens ended.
      case codeBroughtTwice
      /// The app is gone, the consent is not.
      case appGone
      /// The site's server did not take a notification.
      case notificationNotTaken
    }

    package let pattern: Pattern
    /// Requests that show it, by their `Correlation-Id`; of a notification its `jti`.
    package let evidence: [String]
    package let rules: [String]

    package init(_ pattern: Pattern, _ evidence: [String], rules: [String] = []) {
      (self.pattern, self.evidence, self.rules) = (pattern, evidence, rules)
    }
  }

  /// Milliseconds after tokens were issued within which a revocation belongs to the sign-in.
  private static let rightAfter: Int64 = 120_000

  package enum AppPresence: Sendable, Equatable { case present, gone }

  /// `records` are those of the person with this app, the oldest first, with the token requests that brought one of their codes.
  package init(
    app: String, _ records: [RequestRecord], notifications: [StoredNotification], _ presence: AppPresence,
    hasConsent: ConsentPresence, at now: Int64
  ) {
    let told = records.compactMap { record in Self.kind(of: record).map { Event($0, record) } }
    (self.app, events) = (app, told)
    findings =
      Self.revocations(told) + Self.firstTimes(records, told) + Self.refusals(told) + Self.codes(records, at: now)
      + (presence == .gone && hasConsent == .present ? [Finding(.appGone, [])] : [])
      + Self.untaken(notifications)
  }

  private static func kind(of record: RequestRecord) -> Event.Kind? {
    switch (record.endpoint, record.outcome) {
    case ("consent", "firstConsent"): .firstConsent
    case ("consent", "consent"): .consent
    case (_, "cancelled"): .cancelled
    case ("consent", _) where record.status >= 400: .refusedAfterContinue
    case ("token", "issued"): .tokensIssued
    case ("token", "refreshed"): .refreshed
    case ("token", _) where record.status >= 400: record["refresh_token"] == nil ? .tokensRefused : .refreshRefused
    case ("revoke", "revoked"): .revokedBySite
    case ("remove", "removed"): .removedByPerson
    case ("administration", "removed"): .removedByAdministrator
    default: nil
    }
  }

  // MARK: - Patterns

  private static func revocations(_ events: [Event]) -> [Finding] {
    var (issued, evidence): (Event?, [String]) = (nil, [])
    for event in events {
      if event.kind == .tokensIssued { issued = event }
      if event.kind == .revokedBySite, let issuing = issued, (0...rightAfter).contains(event.at - issuing.at) {
        evidence += [issuing.id, event.id]
      }
    }
    return evidence.isEmpty ? [] : [Finding(.revokedRightAfterSignIn, evidence)]
  }

  private static func firstTimes(_ records: [RequestRecord], _ events: [Event]) -> [Finding] {
    let first = events.filter { $0.kind == .firstConsent }
    var findings: [Finding] = []
    if first.count > 1 { findings.append(Finding(.firstTimeAgain, first.map(\.id))) }
    let asked = records.filter { record in
      record.outcome == "consent" && (record["scope"] ?? "").split(separator: " ").contains("name")
    }
    if let last = asked.last {
      let given = first.last { $0.at <= last.at }
      findings.append(Finding(.nameGivenBefore, [given?.id, last.id].compactMap { $0 }))
    }
    return findings
  }

  private static func refusals(_ events: [Event]) -> [Finding] {
    let ended = events.filter { $0.kind == .refusedAfterContinue }
    let refused = events.filter { $0.kind == .tokensRefused && !$0.rules.contains("codeUsed") }
    let twice = events.filter { $0.kind == .tokensRefused && $0.rules.contains("codeUsed") }
    return [
      (Finding.Pattern.refusedAfterContinue, ended), (.siteRefused, refused), (.codeBroughtTwice, twice),
    ].filter { !$0.1.isEmpty }.map { pattern, events in
      var rules: [String] = []
      for rule in events.flatMap(\.rules) where !rules.contains(rule) { rules.append(rule) }
      return Finding(pattern, events.map(\.id), rules: rules)
    }
  }

  private static func codes(_ records: [RequestRecord], at now: Int64) -> [Finding] {
    let brought = Set(records.filter { $0.endpoint == "token" }.compactMap { $0["code"] })
    let left = records.filter { record in
      guard record.endpoint == "consent", let code = record["code"] else { return false }
      return !brought.contains(code) && record.at + CodeGrant.life < now
    }
    return left.isEmpty ? [] : [Finding(.codeNotBrought, left.map(\.id))]
  }

  private static func untaken(_ notifications: [StoredNotification]) -> [Finding] {
    let failed = notifications.filter { $0.state == .givenUp || ($0.state == .waiting && $0.failure != nil) }
    return failed.isEmpty ? [] : [Finding(.notificationNotTaken, failed.map(\.id))]
  }
}
