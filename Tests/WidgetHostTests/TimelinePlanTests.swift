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
    plan.expire()
    #expect(plan.mayAsk(at: 6000))
  }

  @Test func `Seventy times in a day, and what a person wishes is not charged`() {
    var plan = TimelinePlan()
    var (now, count) = (0.0, 0)
    while now < TimelinePlan.day {
      if plan.mayAsk(at: now) {
        plan.succeeded(at: now, timeline([now], .atEnd), charged: true)
        count += 1
      }
      now += 60
    }
    #expect(count == TimelinePlan.budget)
    #expect(plan.mayAsk(at: TimelinePlan.day + 60))
    var free = TimelinePlan()
    for second in 0..<200 { free.succeeded(at: Double(second), timeline([0], .after(0)), charged: false) }
    #expect(free.asked.isEmpty)
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
    plan.expire()
    #expect(plan.mayAsk(at: 1000))
  }
}
