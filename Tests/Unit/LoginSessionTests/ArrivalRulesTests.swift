// SPDX-License-Identifier: Apache-2.0
import LoginSession
import Testing

@Suite struct ArrivalRulesTests {
  private let open = [SessionFacts(isActive: true)]
  private let covered = [SessionFacts(isActive: true, isCovered: true)]
  private let away = [SessionFacts(isActive: false)]

  private func come(
    _ rules: inout ArrivalRules, _ sessions: [SessionFacts], hasGone: Bool = false, hasUnlocked: Bool = false
  ) -> Bool { rules.hasCome(sessions, hasGone: hasGone, hasUnlocked: hasUnlocked) }

  @Test func `Somebody who is there when the agent begins has come, once`() {
    var rules = ArrivalRules()
    #expect(come(&rules, open) == true)
    #expect(come(&rules, open) == false)
    #expect(come(&rules, open, hasUnlocked: true) == false)
  }

  @Test func `Whoever uncovers the screen, or has it again, has come`() {
    var rules = ArrivalRules()
    let came = [covered, open, covered, covered, open, away, open].map { rules.hasCome($0) }
    #expect(came == [false, true, false, false, true, false, true])
  }

  @Test func `A screen that covers itself a moment after it was told to is not open before it says so`() {
    var rules = ArrivalRules()
    #expect(come(&rules, open) == true)
    #expect(come(&rules, open, hasGone: true) == false)
    #expect(come(&rules, open) == false)
    #expect(come(&rules, covered) == false)
    #expect(come(&rules, open) == true)
  }

  @Test func `Where nothing says that it covers the screen, the words to it count`() {
    var rules = ArrivalRules()
    #expect(come(&rules, open) == true)
    #expect(come(&rules, open, hasGone: true) == false)
    #expect(come(&rules, open, hasUnlocked: true) == true)
    #expect(come(&rules, open, hasGone: true, hasUnlocked: true) == true)
    #expect(come(&rules, open, hasUnlocked: true) == false)
  }

  @Test func `Without a screen nobody comes`() {
    var rules = ArrivalRules()
    #expect(come(&rules, []) == false)
    #expect(come(&rules, [SessionFacts(isActive: true, hasSeat: false)], hasUnlocked: true) == false)
    #expect(come(&rules, open) == true)
  }
}
