// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import Events
import PromptModel
import PromptQueue
import Testing
import Threads

/// What apps ask while the screen is locked.
@Suite struct LockedScreenTests {
  private let queue: QuestionQueue
  private let ends = Locked<[Int32: QuestionEnd]>([:])
  private static let timeout = Duration.milliseconds(700)

  init() {
    var limits = QuestionLimits()
    limits.timeout = Self.timeout
    limits.agentMilliseconds = 600_000
    queue = QuestionQueue(proofs: ToldProofs(), limits: limits)
  }

  private let camera = QuestionKind.consent(
    ConsentQuestion(
      name: "Viewer", identifier: "org.example.Viewer", operation: "use the camera", purpose: "For Taxes-2025.pdf",
      choices: [.allow, .allowOnce, .deny], hold: .enforced))
  private let file = QuestionKind.path(
    FileQuestion(
      name: "Viewer", identifier: "org.example.Viewer",
      wish: FileWish(
        .save, suggestion: "Taxes-2025.pdf", typed: "/home/me/Taxes",
        folder: ShownFolder(
          path: "/home/me", entries: [ShownFolder.Entry("Taxes", isFolder: true)], isWhole: true))))

  /// Asks on a thread of its own; returns when the question is open.
  private func ask(_ kind: QuestionKind, by process: Int32) throws {
    _ = try queue.nextQuestion(for: .owners(99), within: .zero)
    let (queue, ends, before) = (queue, ends, queue.openQuestions)
    try SystemThread.start(named: "app") {
      let end = try? queue.ask(
        PersonQuestion(kind, reason: "Taxes-2025.pdf"), for: Requester(process: process, program: "p\(process)"),
        since: queue.now)
      ends.withLock { $0[process] = end ?? .failed }
    }
    while queue.openQuestions == before { _ = try Poll.readable([], within: .milliseconds(1)) }
  }

  private func next() throws -> PendingQuestion? { try queue.nextQuestion(for: .owners(99), within: .zero) }

  /// Programs take turns.
  private func next(of process: Int32) throws -> PendingQuestion {
    while true { if let question = try next(), question.requester.process == process { return question } }
  }

  private func end(of process: Int32) throws -> QuestionEnd {
    while true {
      if let end = ends.withLock({ $0[process] }) { return end }
      _ = try Poll.readable([], within: .milliseconds(1))
    }
  }

  @Test func `A question shows a refusal alone, and names no files`() throws {
    queue.screenLocked()
    try ask(camera, by: 1)
    try ask(file, by: 2)
    let shown = try queue.questions(for: .owners(98), otherThan: 0, within: .zero).questions.map(\.question)
    #expect(shown.count == 2 && shown.allSatisfy(\.isForLater))
    #expect(!"\(shown)".contains("Taxes") && !"\(shown)".contains("/home"))
    guard case .consent(let question) = shown[0].kind, case .path(let wanted) = shown[1].kind else {
      Issue.record("\(shown)")
      return
    }
    #expect(question.choices == [.deny] && wanted.wish == FileWish(.save, suggestion: ""))
    queue.stop()
  }

  @Test func `Its time begins at the unlock, which puts it as it is`() throws {
    queue.screenLocked()
    try ask(camera, by: 1)
    let locked = try #require(try next())
    #expect(locked.isForLater)
    _ = try Poll.readable([], within: Self.timeout * 2)
    #expect(queue.openQuestions == 1)
    queue.unlocked()
    let open = try #require(try next())
    #expect(open.kind == camera && open.number != locked.number && !open.isForLater)
    queue.give(ConsentChoice.allow, for: open.number, by: 99)
    guard case .answered = try end(of: 1) else {
      Issue.record("not answered")
      return
    }
  }

  @Test func `A question that is open when the screen is locked is put another way, and its old form answers nothing`()
    throws
  {
    try ask(camera, by: 1)
    let open = try #require(try next())
    let count = try queue.questions(for: .owners(98), otherThan: 0, within: .zero).count
    queue.screenLocked()
    queue.give(ConsentChoice.allow, for: open.number, by: 99)
    #expect(queue.openQuestions == 1)
    let told = try queue.questions(for: .owners(98), otherThan: count, within: .zero)
    #expect(told.count != count && told.questions.allSatisfy(\.question.isForLater))
    // The lock itself takes back what opens something, and this waits.
    queue.locked()
    #expect(queue.openQuestions == 1)
    queue.stop()
  }

  @Test func `A refusal counts at once, and a question that nobody answers ends after the unlock`() throws {
    queue.screenLocked()
    try ask(camera, by: 1)
    try ask(file, by: 2)
    let first = try next(of: 1)
    queue.give(ConsentChoice.deny, for: first.number, by: 99)
    guard case .answered(let answer) = try end(of: 1), answer as? ConsentChoice == .deny else {
      Issue.record("not refused")
      return
    }
    queue.unlocked()
    guard case .withdrawn = try end(of: 2) else {
      Issue.record("not withdrawn")
      return
    }
  }

  @Test func `An agent without the owner's word is not asked for it on a locked screen`() throws {
    queue.screenLocked()
    try ask(camera, by: 1)
    let agent = QuestionAgent(7, program: "/usr/bin/bailey", .byPasscode)
    #expect(try queue.nextQuestion(for: agent, within: .zero) == nil)
    #expect(queue.openQuestions == 1)
    queue.unlocked()
    #expect(try queue.nextQuestion(for: agent, within: .zero)?.kind == .passcode(.agentAuthorisation))
    queue.stop()
  }

  @Test func `Where Bailey stops nobody waits on`() throws {
    queue.screenLocked()
    try ask(camera, by: 1)
    queue.stop()
    guard case .withdrawn = try end(of: 1) else {
      Issue.record("not withdrawn")
      return
    }
  }
}
