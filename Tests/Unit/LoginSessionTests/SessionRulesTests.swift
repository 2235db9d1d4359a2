// SPDX-License-Identifier: Apache-2.0
import LoginSession
import MessageBus
import ProtectionModel
import Testing

@Suite struct SessionRulesTests {
  private let here = SessionFacts(isActive: true)
  private let away = SessionFacts(isActive: false)
  private let idle = SessionFacts(isActive: true, isIdle: true)
  private let covered = SessionFacts(isActive: true, isCovered: true)
  private let network = SessionFacts(isActive: true, hasSeat: false)

  /// The locks that a row of looks asks for.
  private func locks(_ looks: [[SessionFacts]]) -> [LockMode?] {
    var rules = SessionRules()
    return looks.map { rules.lock(for: $0) }
  }

  @Test func `An idle and a covered screen begin the grace period once`() {
    #expect(locks([[here], [idle], [idle], [here], [idle]]) == [nil, .afterGrace, nil, nil, .afterGrace])
    #expect(locks([[here], [covered], [covered], [here]]) == [nil, .afterGrace, nil, nil])
  }

  @Test func `Another person at the screen, and the end of the session, take the keys at once`() {
    #expect(locks([[here], [away], [away], [here], []]) == [nil, .now, nil, nil, .now])
  }

  @Test func `What was missed counts when somebody looks again`() {
    #expect(locks([[away]]) == [.now])
    #expect(locks([[covered]]) == [.afterGrace])
    #expect(locks([[idle]]) == [.afterGrace])
  }

  @Test func `A session over the network neither locks nor keeps a screen open`() {
    #expect(locks([[network], [network], []]) == [nil, nil, nil])
    #expect(locks([[here, network], [away, network]]) == [nil, .now])
    #expect(locks([[here, network], [idle, network]]) == [nil, .afterGrace])
  }

  @Test func `As long as one screen is in use, others do not lock it`() {
    #expect(locks([[here, here], [here, idle], [here, covered], [here, away]]) == [nil, nil, nil, nil])
    #expect(locks([[here, here], [idle, idle]]) == [nil, .afterGrace])
  }

  @Test func `A machine without a screen is not locked, and one that gets a screen follows it`() {
    #expect(locks([[], [], [here], []]) == [nil, nil, nil, .now])
  }

  @Test func `What is no session of a person's is none`() {
    var properties: [String: BusValue] = [
      "Class": .string("user"), "Active": .boolean(true), "Seat": .structure([.string("seat0"), .objectPath("/")]),
    ]
    #expect(SessionFacts(logind: properties) == here)
    properties["IdleHint"] = .boolean(true)
    properties["Seat"] = .structure([.string(""), .objectPath("/")])
    #expect(SessionFacts(logind: properties) == SessionFacts(isActive: true, isIdle: true, hasSeat: false))
    for (name, value) in [
      ("Class", BusValue.string("greeter")), ("Class", .uint32(1)), ("Active", .string("yes")), ("Seat", .string("x")),
      ("Seat", .structure([])), ("Seat", .structure([.uint32(0)])),
    ] {
      #expect(SessionFacts(logind: properties.merging([name: value]) { $1 }) == nil)
    }
    #expect(SessionFacts(logind: [:]) == nil)
  }
}
