// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import Events
import PromptModel
import PromptQueue
import Testing
import Threads

/// Attacks on the one person that all programs ask.
@Suite struct QuestionQueueTests {
  private final class Results: Sendable {
    let ends = Locked<[Int32: AuthenticationRefusal?]>([:])
  }

  private let queue: QuestionQueue
  private let results = Results()

  init() {
    var limits = QuestionLimits()
    limits.timeout = .seconds(20)
    limits.agentMilliseconds = 600_000
    limits.questions = 4
    queue = QuestionQueue(proofs: ToldProofs(), limits: limits)
  }

  /// Asks on a thread of its own; returns when the question is open, or refused.
  private func ask(_ process: Int32, _ program: String?, until isOpen: (() -> Bool)? = nil) throws {
    let (queue, results) = (queue, results)
    let before = queue.openQuestions
    let isOpen = isOpen ?? { queue.openQuestions > before }
    try SystemThread.start(named: "app") {
      do throws(AuthenticationRefusal) {
        let question = PersonQuestion(.passcode(.presence), reason: "")
        _ = try queue.ask(question, for: Requester(process: process, program: program), since: queue.now)
        results.ends.withLock { $0[process] = .some(nil) }
      } catch {
        results.ends.withLock { $0[process] = error }
      }
    }
    while !isOpen(), !isOver(process) { _ = try Poll.readable([], within: .milliseconds(1)) }
  }

  private func isOver(_ process: Int32) -> Bool { results.ends.withLock { $0.keys.contains(process) } }

  private func refusal(of process: Int32) throws -> AuthenticationRefusal? {
    while !isOver(process) { _ = try Poll.readable([], within: .milliseconds(1)) }
    return results.ends.withLock { $0[process] ?? nil }
  }

  private func next() throws -> PendingQuestion? { try queue.nextQuestion(for: .owners(99), within: .zero) }

  @Test func `eight questions of one program leave a place for another's, which has its turn first`() throws {
    _ = try next()
    for process in 1...8 as ClosedRange<Int32> { try ask(process, "/tmp/flood") }
    #expect(queue.openQuestions == 2)
    let first = try #require(try next())
    #expect(first.requester.program == "/tmp/flood")
    try ask(20, "/opt/diary")
    queue.settle(first.number, .cancelled, by: .owners(99))
    #expect(try next()?.requester.program == "/opt/diary")
    queue.locked()
  }

  @Test func `programs that hide what they are share one program's places`() throws {
    _ = try next()
    for process in 1...8 as ClosedRange<Int32> { try ask(process, nil) }
    #expect(queue.openQuestions == 2)
    #expect(try refusal(of: 8) == .notInteractive)
    queue.locked()
  }

  @Test func `where all places are taken a program's second question goes for another program's first`() throws {
    _ = try next()
    for process in 1...4 as ClosedRange<Int32> { try ask(process, process <= 2 ? "/tmp/a" : "/tmp/b") }
    try ask(20, "/opt/diary") { isOver(4) }
    #expect(try refusal(of: 4) == nil)
    let asked = try (0..<4).compactMap { _ in
      let question = try next()
      if let question { queue.settle(question.number, .failed, by: .owners(99)) }
      return question?.requester.program
    }
    #expect(asked == ["/tmp/a", "/tmp/b", "/opt/diary", "/tmp/a"])
  }

  @Test func `a program that the person silences asks nothing more until the next unlock`() throws {
    _ = try next()
    try ask(1, "/tmp/flood")
    try ask(2, "/tmp/flood")
    try ask(20, "/opt/diary")
    let question = try #require(try next())
    queue.settle(question.number, .silenced, by: .owners(99))
    #expect(queue.openQuestions == 1)
    try ask(3, "/tmp/flood")
    #expect(try refusal(of: 3) == .notInteractive)
    queue.unlocked()
    try ask(4, "/tmp/flood")
    #expect(queue.openQuestions == 2)
    queue.locked()
  }

  // MARK: - Beside others

  private func watched(otherThan count: UInt64 = 0) throws -> (questions: [AwaitedQuestion], count: UInt64) {
    try queue.questions(for: .owners(98), otherThan: count, within: .zero)
  }

  @Test func `an agent that watches sees every question, also those that another has in hand`() throws {
    _ = try next()
    try ask(1, "/opt/diary")
    try ask(2, "/opt/mail")
    let taken = try #require(try next())
    let seen = try watched()
    #expect(seen.questions.map(\.question.requester.program) == ["/opt/diary", "/opt/mail"])
    // Each agent answers by a number of its own.
    #expect(!seen.questions.contains { $0.question.number == taken.number })
    #expect(seen.questions.allSatisfy { (18...20).contains($0.secondsLeft) })
    // Nothing has changed: the count says so.
    #expect(try watched(otherThan: seen.count).count == seen.count)
    queue.locked()
    #expect(try watched(otherThan: seen.count).questions.isEmpty)
  }

  @Test func `who watches hears at once that another agent has answered`() throws {
    _ = try next()
    try ask(1, "/opt/diary")
    let taken = try #require(try next())
    let before = try watched()
    let (queue, heard) = (queue, Locked<Int?>(nil))
    try SystemThread.start(named: "console") {
      let after = try? queue.questions(for: .owners(98), otherThan: before.count, within: .seconds(20))
      heard.withLock { $0 = after?.questions.count }
    }
    queue.settle(taken.number, .cancelled, by: .owners(99))
    for _ in 0..<2000 where heard.withLock({ $0 }) == nil { _ = try Poll.readable([], within: .milliseconds(1)) }
    #expect(heard.withLock { $0 } == 0)
  }

  @Test func `an agent that watches is somebody who can be asked, until it goes away`() throws {
    #expect(!queue.hasAgent)
    _ = try watched()
    #expect(queue.hasAgent)
    try ask(1, "/opt/diary")
    #expect(queue.openQuestions == 1)
    queue.forget(98)
    #expect(queue.openQuestions == 0 && !queue.hasAgent)
    #expect(try refusal(of: 1) == nil)
  }

  @Test func `what was asked between two looks of an agent ends with the agent`() throws {
    #expect(try next() == nil)
    try ask(1, "/opt/diary")
    #expect(queue.openQuestions == 1)
    queue.forget(99)
    #expect(queue.openQuestions == 0 && !queue.hasAgent)
    #expect(try refusal(of: 1) == nil)
  }
}
