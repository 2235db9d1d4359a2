// SPDX-License-Identifier: Apache-2.0
package import PromptModel

/// How much of a service an app asks for. The numbers are sent: they are permanent.
package enum ConsentExtent: UInt8, Sendable, CaseIterable {
  case usual = 1
  /// Adding to a calendar alone.
  case writeOnly = 2
  /// Notifications that come quietly, without a prompt.
  case provisional = 3
  /// The location also while the app is not in use.
  case always = 4
  /// The app, which has it provisionally, is about to use the location while it is not in use.
  case backgroundUse = 5
}

/// Whether the person is asked where nothing is decided yet. The numbers are sent: they are permanent.
package enum ConsentAsking: UInt8, Sendable, CaseIterable {
  /// The decision that nobody has answered.
  case nobody = 1
  case person = 2
  /// The app's standing alone: nobody is asked, and nothing is used.
  case standing = 3
}

/// The facts that a decision is made of.
package struct ConsentCase: Sendable {
  package var service: ConsentService
  package var extent = ConsentExtent.usual
  /// Whether the app is entitled, or nothing is needed.
  package var isEntitled: Bool
  package var purpose: PurposeString?
  package var policy: ConsentPolicy.Rule?
  package var row: ConsentRow?
  /// The requirement that the app's code meets now.
  package var requirement: [UInt8]
  /// The process the app runs in; nil where there is none, so that nothing that is for one process alone counts.
  package var instance: ProcessInstance?
  /// The time in seconds since 1970.
  package var now: Int64

  package init(
    _ service: ConsentService, isEntitled: Bool, purpose: PurposeString?, requirement: [UInt8],
    instance: ProcessInstance?, now: Int64
  ) {
    self.service = service
    self.isEntitled = isEntitled
    self.purpose = purpose
    self.requirement = requirement
    self.instance = instance
    self.now = now
  }
}

/// The decision on a request.
package enum ConsentDecision: Sendable, Equatable {
  /// The question is answered without a prompt.
  case stands(ConsentStanding, ConsentReason)
  /// The person decides between these.
  case ask([ConsentChoice])
  /// The answer is to be stored without a prompt.
  case store(ConsentAnswer, ConsentReason)
  /// The request changes nothing.
  case ignored
  case fails(Failure)
  /// The app is to be ended.
  case endsProcess

  package enum Failure: UInt8, Sendable, CaseIterable {
    case notEntitled = 1
    /// Only the settings give this access.
    case onlyInSettings = 2
    /// The app has no purpose string under the key it named.
    case noPurpose = 3
    /// A location button that a person cannot read, or that looks like another.
    case unfitButton = 4
    /// There is no such thing here.
    case notAvailableHere = 5
  }
}

extension ConsentCase {
  /// Grants that nobody counted on for this long are asked for again: 180 days.
  package static let unusedSeconds: Int64 = 180 * 86_400

  /// The app's standing, without asking anybody.
  package var standing: (ConsentStanding, ConsentReason) {
    // Nothing that anybody does can change it.
    guard service.isAvailableHere else { return (.restricted, .servicePolicy) }
    guard isEntitled else { return (.answered(.denied), .servicePolicy) }
    switch policy {
    case .deny: return (.restricted, .mdmPolicy)
    case .allow: return (.answered(.allowed), .mdmPolicy)
    case nil: break
    }
    guard let row, condition == .counts || condition == .once else { return (.notDetermined, .preflightUnknown) }
    return (.answered(row.answer), row.reason)
  }

  /// Whether the stored answer is still the answer: by this an app stands, and by this the answer is listed. Nil where there
  /// is none.
  package var condition: ConsentListing.Condition? {
    guard let row else { return nil }
    guard policy == nil else { return .overruled }
    // Fail closed: a refusal counts for whoever bears the name, a grant only for the code it was given to.
    if row.answer.givesAccess, !row.requirement(is: requirement) { return .needsApprovalAgain }
    if row.answer.givesAccess, !isEntitled { return .notEntitled }
    if let until = row.until, now >= until { return .expired }
    if let condition = row.oneTimeCondition(in: instance) { return condition }
    // A clock that was set back does not make a grant older than it is.
    return row.answer.givesAccess && now - row.used >= Self.unusedSeconds ? .expired : .counts
  }

  /// The decision on the request now.
  package var decision: ConsentDecision {
    guard service.isAvailableHere else { return .fails(.notAvailableHere) }
    guard isEntitled else { return .fails(.notEntitled) }
    // What a policy says needs no prompt, but the app must have said why all the same.
    switch service.withoutPurpose {
    case .endsProcess where purpose == nil: return .endsProcess
    case .isIgnored where purpose == nil: return .ignored
    case .fails where purpose == nil: return .fails(.noPurpose)
    case .endsProcess, .isIgnored, .fails, .hasDefault, .isUsual: break
    }
    let (standing, reason) = standing
    switch standing {
    case .restricted: return .stands(standing, reason)
    case .answered(let answer):
      guard isForMore(than: answer) else { return .stands(standing, reason) }
    // What it has provisionally it has lost; it asks again as at first.
    case .notDetermined where extent == .backgroundUse: return .stands(standing, reason)
    case .notDetermined: break
    }
    if service == .notifications, extent == .provisional { return .store(.provisional, .servicePolicy) }
    if service.isGivenInSettings { return .fails(.onlyInSettings) }
    return .ask(choices)
  }

  /// Whether the app has this, and asks for more than it, as it may once. What was allowed once stays as it is.
  private func isForMore(than answer: ConsentAnswer) -> Bool {
    guard let row, row.instance == nil, !row.isSettled else { return false }
    switch (answer, extent) {
    case (.writeOnly, .usual), (.provisional, .usual), (.whileInUse, .always), (.provisionalAlways, .backgroundUse):
      return true
    default: return false
    }
  }

  /// The answer that the app has already, where it asks for more.
  private var held: ConsentAnswer? {
    guard case .answered(let answer) = standing.0, isForMore(than: answer) else { return nil }
    return answer
  }

  /// The choices from the top of a stack of buttons, as Apple's guidelines have it: what grants stands above what
  /// refuses. In a row of two the refusal is the leading one.
  private var choices: [ConsentChoice] {
    switch (service, extent) {
    case (.location, _) where held != nil: [.changeToAlways, .keepWhileInUse]
    case (.location, _): [.allowOnce, .allowWhileInUse, .deny]
    case (.temporaryPreciseLocation, _): [.allowOnce, .deny]
    case (.photos, _), (.contacts, _): [.limit, .allowFull, .deny]
    case (.calendar, .usual), (.reminders, _): [.allowFull, .deny]
    case (.tracking, _): [.allow, .askNotToTrack]
    case (.camera, _), (.microphone, _), (.bluetooth, _), (.motion, _), (.pasteboard, _), (.localNetwork, _):
      [.allowOnce, .allow, .deny]
    case _ where service.isFolder: [.allowOnce, .allow, .deny]
    default: [.allow, .deny]
    }
  }

  /// The row that is stored for a choice of the person's; nil for one that was not offered.
  package func row(
    for choice: ConsentChoice, _ client: ConsentClient, name: String
  ) -> ConsentRow? {
    guard choices.contains(choice) else { return nil }
    let answer: ConsentAnswer =
      switch choice {
      // Who is refused more keeps what they have, but for notifications, of which there is one kind to refuse.
      case .deny, .askNotToTrack: held == .writeOnly ? .writeOnly : .denied
      case .allow: extent == .writeOnly ? .writeOnly : .allowed
      case .allowFull, .changeToAlways: .allowed
      case .allowWhileInUse: extent == .always ? .provisionalAlways : .whileInUse
      case .keepWhileInUse: .whileInUse
      case .limit: .limited
      case .allowOnce: service == .location ? .whileInUse : .allowed
      }
    let isForNow = isOneTime(choice)
    if isForNow, instance == nil { return nil }
    var row = ConsentRow(
      service, client, name: name, answer: answer, reason: .userConsent, changed: now,
      instance: isForNow ? instance : nil)
    row.isSettled = held != nil && answer != .allowed && answer != .denied
    return row
  }
}

extension ConsentRow {
  package func requirement(is other: [UInt8]) -> Bool { client.requirement == other }
}
