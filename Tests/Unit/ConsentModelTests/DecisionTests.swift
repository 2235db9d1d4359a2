// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PromptModel
import Testing

@Suite struct DecisionTests {
  private static let requirement = [UInt8](repeating: 7, count: 32)
  private let client: ConsentClient
  private let run: ProcessInstance
  private let later: ProcessInstance

  init() throws {
    client = try #require(ConsentClient(.bundle, "org.example.camera", requirement: Self.requirement))
    run = try #require(ProcessInstance(process: 10, began: 100, boot: "a"))
    later = try #require(ProcessInstance(process: 10, began: 200, boot: "a"))
  }

  private func request(
    _ service: ConsentService = .camera, entitled: Bool = true, purpose: String? = "Why", row: ConsentRow? = nil
  ) -> ConsentCase {
    var made = ConsentCase(
      service, isEntitled: entitled, purpose: purpose.flatMap { PurposeString($0) }, requirement: Self.requirement,
      instance: run, now: 1_000_000)
    made.row = row
    return made
  }

  private func row(
    _ answer: ConsentAnswer, _ service: ConsentService = .camera, requirement: [UInt8] = requirement,
    instance: ProcessInstance? = nil
  ) throws -> ConsentRow {
    let client = try #require(ConsentClient(.bundle, "org.example.camera", requirement: requirement))
    return ConsentRow(
      service, client, name: "Camera", answer: answer, reason: .userConsent, changed: 999_000, instance: instance)
  }

  @Test func `An app that is entitled and says why is asked about`() {
    #expect(request().decision == .ask([.allowOnce, .allow, .deny]))
    #expect(request(.location).decision == .ask([.allowOnce, .allowWhileInUse, .deny]))
    #expect(request(.tracking).decision == .ask([.allow, .askNotToTrack]))
    #expect(request(.photos).decision == .ask([.limit, .allowFull, .deny]))
    #expect(request(.photosAdd).decision == .ask([.allow, .deny]))
    #expect(request(.contacts).decision == .ask([.limit, .allowFull, .deny]))
    #expect(request(.reminders).decision == .ask([.allowFull, .deny]))
  }

  @Test func `Without the entitlement nobody is asked`() throws {
    #expect(request(entitled: false).decision == .fails(.notEntitled))
    #expect(request(entitled: false, row: try row(.allowed)).decision == .fails(.notEntitled))
    #expect(!request(entitled: false, row: try row(.allowed)).standing.0.givesAccess)
  }

  @Test func `Without a purpose string each service does what Apple's does`() throws {
    #expect(request(purpose: nil).decision == .endsProcess)
    #expect(request(purpose: nil, row: try row(.allowed)).decision == .endsProcess)
    #expect(request(.location, purpose: nil).decision == .ignored)
    #expect(request(.localNetwork, purpose: nil).decision == .ask([.allowOnce, .allow, .deny]))
    #expect(request(.notifications, purpose: nil).decision == .ask([.allow, .deny]))
  }

  @Test func `What was answered is not asked again`() throws {
    #expect(request(row: try row(.denied)).decision == .stands(.answered(.denied), .userConsent))
    #expect(request(row: try row(.allowed)).decision == .stands(.answered(.allowed), .userConsent))
  }

  @Test func `Allowed once is for one run of the app`() throws {
    var once = request(row: try row(.allowed, instance: run))
    #expect(once.standing.0 == .answered(.allowed))
    once.instance = later
    #expect(once.standing.0 == .notDetermined)
    once.instance = nil
    #expect(once.standing.0 == .notDetermined)
    #expect(once.row(for: .allowOnce, client, name: "") == nil)
  }

  @Test func `Other code under the same name needs approval again, and stays refused where it was`() throws {
    let other = [UInt8](repeating: 8, count: 32)
    let changed = request(row: try row(.allowed, requirement: other))
    #expect(changed.standing.0 == .notDetermined && changed.condition == .needsApprovalAgain)
    #expect(changed.decision == .ask([.allowOnce, .allow, .deny]))
    #expect(request(row: try row(.denied, requirement: other)).standing.0 == .answered(.denied))
  }

  @Test func `A policy decides before the person does, and its refusal is a restriction`() throws {
    var denied = request(row: try row(.allowed))
    denied.policy = .deny
    #expect(denied.decision == .stands(.restricted, .mdmPolicy))
    var allowed = request(.contacts, row: try row(.denied, .contacts))
    allowed.policy = .allow
    #expect(allowed.decision == .stands(.answered(.allowed), .mdmPolicy))
  }

  @Test func `A grant that nobody counted on for half a year is asked for again`() throws {
    var old = request(row: try row(.allowed))
    old.now += ConsentCase.unusedSeconds
    #expect(old.standing.0 == .notDetermined)
    old.now = 0  // a clock that was set back
    #expect(old.standing.0 == .answered(.allowed))
    var refusal = request(row: try row(.denied))
    refusal.now += 2 * ConsentCase.unusedSeconds
    #expect(refusal.standing.0 == .answered(.denied))
  }

  @Test func `A grant for a time ends with it`() throws {
    var until = try row(.allowed)
    until.until = 1_000_000
    #expect(request(row: until).standing.0 == .notDetermined)
    until.until = 1_000_001
    #expect(request(row: until).standing.0 == .answered(.allowed))
  }

  /// The same rule decides and lists: a list that says "over" of an answer that still counts is wrong, and so is the reverse.
  @Test func `A refusal for a time ends with it, for the app and in the list`() throws {
    var until = try row(.denied)
    until.until = 1_000_000
    #expect(request(row: until).standing.0 == .notDetermined)
    #expect(request(row: until).condition == .expired)
    #expect(request(row: until).decision == .ask([.allowOnce, .allow, .deny]))
    until.until = 1_000_001
    #expect(request(row: until).standing.0 == .answered(.denied))
    #expect(request(row: until).condition == .counts)
  }

  @Test func `What is listed of an answer is what an app stands by`() throws {
    let answers: [ConsentAnswer] = [.allowed, .denied, .empty]
    for answer in answers {
      for end in [nil, 999_999, 1_000_001] as [Int64?] {
        for instance in [nil, run, later] as [ProcessInstance?] {
          for requirement in [7, 8] as [UInt8] {
            var stored = try row(
              answer, requirement: [UInt8](repeating: requirement, count: 32), instance: instance)
            stored.until = end
            let asked = request(row: stored)
            let counts = asked.condition == .counts || asked.condition == .once
            #expect(asked.standing.0 == (counts ? .answered(answer) : .notDetermined))
          }
        }
      }
    }
  }

  @Test func `Writing to a calendar can become reading it, by asking`() throws {
    var more = request(.calendar, row: try row(.writeOnly, .calendar))
    #expect(more.decision == .ask([.allowFull, .deny]))
    // Refused more, it keeps what it has, and is not asked about again.
    let kept = try #require(more.row(for: .deny, client, name: ""))
    #expect(kept.answer == .writeOnly && kept.isSettled)
    more.row = kept
    #expect(more.decision == .stands(.answered(.writeOnly), .userConsent))
    more.row = try row(.writeOnly, .calendar)
    more.extent = .writeOnly
    #expect(more.decision == .stands(.answered(.writeOnly), .userConsent))
    #expect(more.row(for: .allow, client, name: "")?.answer == .writeOnly)
  }

  @Test func `Provisional notifications need no prompt, and can be asked for later`() throws {
    var quiet = request(.notifications, purpose: nil)
    quiet.extent = .provisional
    #expect(quiet.decision == .store(.provisional, .servicePolicy))
    #expect(request(.notifications, row: try row(.provisional, .notifications)).decision == .ask([.allow, .deny]))
  }

  @Test func `Always is provisional first, and the person is asked once when it counts`() throws {
    var always = request(.location)
    always.extent = .always
    #expect(always.decision == .ask([.allowOnce, .allowWhileInUse, .deny]))
    let provisional = try #require(always.row(for: .allowWhileInUse, client, name: ""))
    #expect(provisional.answer == .provisionalAlways)
    #expect(AuthorizationStatus.location.rawValue(of: .answered(provisional.answer)) == 3)
    always.row = provisional
    #expect(always.decision == .stands(.answered(.provisionalAlways), .userConsent))
    always.extent = .backgroundUse
    #expect(always.decision == .ask([.changeToAlways, .keepWhileInUse]))
    #expect(always.row(for: .changeToAlways, client, name: "")?.answer == .allowed)
    always.row = always.row(for: .keepWhileInUse, client, name: "")
    #expect(always.standing.0 == .answered(.whileInUse))
    always.extent = .always
    #expect(always.decision == .stands(.answered(.whileInUse), .userConsent))
  }

  @Test func `An app with the location while in use can ask for always once, and not after Allow Once`() throws {
    var more = request(.location, row: try row(.whileInUse, .location))
    more.extent = .always
    #expect(more.decision == .ask([.changeToAlways, .keepWhileInUse]))
    more.row = more.row(for: .keepWhileInUse, client, name: "")
    #expect(more.decision == .stands(.answered(.whileInUse), .userConsent))
    more.row = try row(.whileInUse, .location, instance: run)
    #expect(more.decision == .stands(.answered(.whileInUse), .userConsent))
  }

  @Test func `The precise location for now is asked for with a reason of its own, and refused for now`() throws {
    #expect(request(.temporaryPreciseLocation, purpose: nil).decision == .fails(.noPurpose))
    var precise = request(.temporaryPreciseLocation)
    #expect(precise.decision == .ask([.allowOnce, .deny]))
    precise.row = precise.row(for: .deny, client, name: "")
    #expect(precise.decision == .stands(.answered(.denied), .userConsent))
    precise.instance = later
    #expect(precise.decision == .ask([.allowOnce, .deny]))
    #expect(request(.preciseLocation, purpose: nil).decision == .fails(.onlyInSettings))
  }

  @Test func `Limited and tracking have answers of their own`() {
    #expect(request(.photos).row(for: .limit, client, name: "")?.answer == .limited)
    #expect(request(.contacts).row(for: .allowFull, client, name: "")?.answer == .allowed)
    #expect(request(.tracking).row(for: .askNotToTrack, client, name: "")?.answer == .denied)
    #expect(request(.photosAdd).row(for: .limit, client, name: "") == nil)
  }

  @Test func `Screen and full disk are given in the settings alone`() {
    #expect(request(.screenCapture).decision == .fails(.onlyInSettings))
    #expect(request(.allFiles).decision == .fails(.onlyInSettings))
  }

  @Test func `Only what was offered can be chosen`() {
    #expect(request(.tracking).row(for: .allowOnce, client, name: "") == nil)
    #expect(request(.camera).row(for: .allowWhileInUse, client, name: "") == nil)
    #expect(request(.location).row(for: .allowOnce, client, name: "")?.answer == .whileInUse)
    #expect(request(.location).row(for: .allowOnce, client, name: "")?.instance == run)
  }
}
