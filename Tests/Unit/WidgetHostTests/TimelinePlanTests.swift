// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel

@testable import WidgetHost

@Suite struct TimelinePlanTests {
  private func timeline(_ dates: [Double], _ reload: WidgetTimeline.Reload) -> WidgetTimeline {
    WidgetTimeline(dates.map { WidgetEntry(date: $0, root: .empty) }, reload: reload)
  }

  @Test func `A provider is asked at its timeline's end, and five minutes after the last time at the earliest`() {
    var plan = TimelinePlan()
    #expect(plan.mayAsk(at: 1000))
    plan.succeeded(at: 1000, timeline([1000, 1060], .atEnd), charged: true)
    #expect(!plan.mayAsk(at: 1299) && plan.mayAsk(at: 1300))
    plan.succeeded(at: 1300, timeline([1300], .after(5000)), charged: true)
    #expect(!plan.mayAsk(at: 4999) && plan.mayAsk(at: 5000))
    #expect(plan.next(after: 1300) == 5000)
    plan.succeeded(at: 5000, timeline([5000], .never), charged: true)
    #expect(!plan.mayAsk(at: 1e10))
    plan.expire(.patient)
    #expect(plan.mayAsk(at: 6000))
  }

  @Test func `The last entry whose time has come is shown, and of several of one time the last`() {
    let entries = timeline([1000, 1000, 1060, 1060, 1120], .atEnd)
    #expect([1000, 1059, 1060, 1e10].map { entries.current(at: $0) } == [1, 1, 3, 4])
    // Before its first time a widget shows what it will show then.
    #expect(entries.current(at: 0) == 1 && timeline([5], .atEnd).current(at: 0) == 0)
  }

  @Test func `Seventy times in a day, and what a person wishes is not charged`() {
    var plan = TimelinePlan()
    var (now, count) = (0.0, 0)
    while now < ReloadBudget.day {
      if plan.mayAsk(at: now) {
        plan.succeeded(at: now, timeline([now], .atEnd), charged: true)
        count += 1
      }
      now += 60
    }
    #expect(count == ReloadBudget.timesADay)
    #expect(plan.mayAsk(at: ReloadBudget.day + 60))
    var free = TimelinePlan()
    for second in 0..<200 { free.succeeded(at: Double(second), timeline([0], .after(0)), charged: false) }
    #expect(free.budget.asked.isEmpty)
  }

  @Test func `Three failures in a row end the patience, and one success begins it anew`() {
    var plan = TimelinePlan()
    for _ in 0..<2 { plan.failed(at: 0, charged: true) }
    #expect(!plan.isGivenUp)
    plan.failed(at: 0, charged: true)
    #expect(plan.isGivenUp)
    plan.succeeded(at: 0, timeline([0], .atEnd), charged: true)
    #expect(!plan.isGivenUp)
  }

  @Test func `A clock that was set back does not silence a widget for ever`() {
    var plan = TimelinePlan()
    plan.failed(at: 1e9, charged: true)
    plan.expire(.patient)
    #expect(plan.mayAsk(at: 1000))
  }

  @Test func `A reload is followed at once, counts once, and costs what it says`() {
    var plan = TimelinePlan()
    plan.succeeded(at: 0, timeline([0], .never), charged: true)
    plan.expire(number: 5, .patient)
    #expect(!plan.mayAsk(at: 10) && plan.mayAsk(at: 300) && plan.next(after: 10) == 300)
    plan.expire(number: 6, .budget)
    #expect(plan.mayAsk(at: 10) && plan.next(after: 10) == 10)
    plan.succeeded(at: 10, timeline([10], .never), charged: true)
    #expect(plan.budget.asked == [0, 10] && !plan.mayAsk(at: 1000))
    // The same once more, from another who follows it.
    plan.expire(number: 6, .budget)
    #expect(!plan.mayAsk(at: 1000))
    plan.expire(number: 7, .free)
    plan.expire(number: 8, .budget)
    plan.succeeded(at: 20, timeline([20], .never), charged: true)
    #expect(plan.budget.asked == [0, 10])
  }

  @Test func `Reloads of an app end with its budget, and a person's do not`() {
    var plan = TimelinePlan()
    for number in 1...ReloadBudget.timesADay {
      plan.expire(number: UInt64(number), .budget)
      #expect(plan.mayAsk(at: Double(number)))
      plan.succeeded(at: Double(number), timeline([0], .never), charged: true)
    }
    plan.expire(number: 1000, .budget)
    #expect(!plan.mayAsk(at: 1000) && plan.next(after: 1000) == ReloadBudget.day + 1)
    plan.expire(.free)
    #expect(plan.mayAsk(at: 1000))
  }

  @Test func `A reload that comes while the extension answers is not lost`() {
    var plan = TimelinePlan()
    plan.expire(number: 1, .budget)
    var newer = plan
    plan.succeeded(at: 0, timeline([0], .never), charged: true)
    plan.adopt(newer)
    #expect(!plan.mayAsk(at: 1000))
    newer.expire(number: 2, .budget)
    plan.adopt(newer)
    #expect(plan.mayAsk(at: 1000))
    // A clock that was set back.
    plan.succeeded(at: 0, timeline([0], .never), charged: true)
    plan.expire(number: 10_000_000_000_000, .budget)
    plan.succeeded(at: 0, timeline([0], .never), charged: true)
    plan.expire(number: 5_000_000_000_000, .budget)
    #expect(plan.mayAsk(at: 1000))
  }
}
