// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import ServiceChannels
import Testing
import Threads

@Suite struct ServiceAnswersTests {
  private let answers = ServiceAnswers<String>(atMost: 2, after: 40)
  /// Of which nothing here waits for the end.
  private static let long = Duration.seconds(600)

  @Test func `A question has the answer to its number, and what nobody waits for is not kept`() {
    answers.arrived()
    answers.settle(41, "early")
    let answer = answers.answer(within: Self.long) { number in
      #expect(number == 41)
      answers.settle(7, "another's")
      answers.settle(number, "mine")
    }
    #expect(answer == "mine")
    #expect(answers.nextNumber() == 42)
  }

  @Test func `Nobody waits for a process that is not there, or that ends, or that is another one`() {
    #expect(!answers.waitForArrival(within: .zero))
    #expect(answers.answer(within: Self.long) { _ in Issue.record("asked nobody") } == nil)
    answers.arrived()
    #expect(answers.waitForArrival(within: .zero) && answers.isHere)
    #expect(answers.answer(within: Self.long) { _ in answers.left() } == nil)
    answers.arrived()
    // Another has come before anybody saw that the first one went.
    #expect(
      answers.answer(within: Self.long) { _ in
        answers.left()
        answers.arrived()
      } == nil)
    #expect(answers.answer(within: Self.long) { _ in throw CancellationError() } == nil)
  }

  @Test func `Whoever waits for the process goes on when it comes`() throws {
    let hasCome = Locked(false)
    let answers = answers
    let thread = try SystemThread(named: "waits") {
      let came = answers.waitForArrival(within: Self.long)
      hasCome.withLock { $0 = came }
    }
    answers.arrived()
    thread.join()
    #expect(hasCome.withLock { $0 })
  }

  @Test func `More questions than that are not asked`() {
    answers.arrived()
    let answer = answers.answer(within: Self.long) { first in
      _ = answers.answer(within: Self.long) { second in
        #expect(answers.answer(within: Self.long) { _ in Issue.record("a third") } == nil)
        answers.settle(second, "second")
      }
      answers.settle(first, "first")
    }
    #expect(answer == "first")
  }
}
