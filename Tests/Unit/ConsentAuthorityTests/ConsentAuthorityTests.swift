// SPDX-License-Identifier: Apache-2.0
import AppModel
import ConsentModel
import ConsentStore
import EventualConditions
import Foundation
import PromptModel
import PromptQueue
import ProofModel
import PropertyLists
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import ConsentAuthority
import Threads
import Events

/// With a real queue and a real store; the person is a thread.
@Suite struct ConsentAuthorityTests {
  private static let agent = QuestionAgent(99, program: nil, .known)

  private struct NoProofs: PasscodeProofs {
    func hasPasscode() throws(AuthenticationRefusal) -> Bool { true }
    func take(_ claim: ProofClaim) -> Bool { false }
    func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) -> Bool { false }
    func forgetPresence(_ question: QuestionNumber) {}
  }

  private let folder: TemporaryFolder
  private let queue: QuestionQueue
  private let authority: ConsentAuthority

  init() throws {
    folder = try TemporaryFolder()
    var limits = QuestionLimits()
    limits.timeout = .seconds(60)
    queue = QuestionQueue(proofs: NoProofs(), limits: limits)
    authority = ConsentAuthority(
      store: try ConsentStore(folder.path + "/consent", keys: FakeClassKeys()), queue: queue, clock: { 1_000_000 })
  }

  private func subject(
    _ name: String = "a", purpose: String? = "Why", process: Int32 = 10, run: UInt64 = 1, requirement: UInt8 = 1,
    isAlive: @escaping @Sendable () -> Bool = { true }
  ) throws -> ConsentSubject {
    let client = try #require(
      ConsentClient(.bundle, "org.example.\(name)", requirement: [UInt8](repeating: requirement, count: 32)))
    return ConsentSubject(
      client, AppCode(identifier: client.identifier, team: nil, contents: client.requirement), name: "App \(name)",
      entitlements: Entitlements([
        "com.apple.security.device.camera": .boolean(true),
        "com.apple.security.personal-information.location": .boolean(true),
      ]),
      purposes: Dictionary(
        uniqueKeysWithValues: ["Camera", "LocationWhenInUse", "UserTracking"].compactMap { key in
          purpose.map { ("NS\(key)UsageDescription", $0) }
        }),
      instance: ProcessInstance(process: process, began: run, boot: "boot"), process: process, isAlive: isAlive)
  }

  /// Answers as many questions as are given answers; nil closes the prompt.
  private func person(_ answers: ConsentChoice?...) throws -> SystemThread {
    let queue = queue
    return try SystemThread(named: "person") {
      for answer in answers {
        var question: PendingQuestion?
        while question == nil { question = try? queue.nextQuestion(for: Self.agent, within: .seconds(5)) }
        guard let question else { return }
        if let answer {
          queue.give(answer, for: question.number, by: 99)
        } else {
          queue.settle(question.number, .cancelled, by: Self.agent)
        }
      }
    }
  }

  /// An agent must be there before a program asks.
  private func untilThere() throws {
    while !queue.isAwaited { _ = try Poll.readable([], within: .milliseconds(1)) }
  }

  private func request(_ subject: ConsentSubject) throws -> ConsentOutcome {
    try authority.request(.camera, .usual, for: subject, since: queue.now)
  }

  @Test func `Don't Allow is asked once`() throws {
    let person = try person(.deny)
    try untilThere()
    #expect(try request(subject()) == .stands(.answered(.denied)))
    person.join()
    #expect(try request(subject()) == .stands(.answered(.denied)))
    #expect(try authority.standing(.camera, of: subject()) == .answered(.denied))
  }

  @Test func `Allow Once ends with the run of the app`() throws {
    let person = try person(.allowOnce, .deny)
    try untilThere()
    #expect(try request(subject(run: 1)) == .stands(.answered(.allowed)))
    #expect(try authority.standing(.camera, of: subject(run: 1)) == .answered(.allowed))
    #expect(try authority.standing(.camera, of: subject(run: 2)) == .notDetermined)
    try untilThere()
    #expect(try request(subject(run: 2)) == .stands(.answered(.denied)))
    person.join()
  }

  @Test func `Allow stays, until it is taken back or the code is another's`() throws {
    let person = try person(.allow)
    try untilThere()
    #expect(try request(subject()) == .stands(.answered(.allowed)))
    person.join()
    #expect(try authority.standing(.camera, of: subject(run: 2)) == .answered(.allowed))
    #expect(try authority.standing(.camera, of: subject(requirement: 2)) == .notDetermined)
    #expect(try authority.reset(.camera, subject().client.key).count == 1)
    #expect(try authority.standing(.camera, of: subject()) == .notDetermined)
  }

  @Test func `Closing the prompt, or no agent, is no answer`() throws {
    #expect(try request(subject()) == .unanswered)
    let person = try person(nil)
    try untilThere()
    #expect(try request(subject()) == .unanswered)
    person.join()
    #expect(try authority.rows().isEmpty)
  }

  @Test func `Who closed two prompts is not asked anything more until the app is started anew`() throws {
    let person = try person(nil, nil)
    for _ in 0..<2 {
      try untilThere()
      #expect(try request(subject()) == .unanswered)
    }
    person.join()
    // There is somebody, who is asked nothing: for whichever service.
    let later = try self.person(.deny, .allow)
    try untilThere()
    for service in [ConsentService.camera, .location] {
      #expect(try authority.request(service, .usual, for: subject(), since: queue.now) == .unanswered)
    }
    #expect(try request(subject(run: 2)) == .stands(.answered(.denied)))
    try untilThere()
    #expect(try request(subject("b")) == .stands(.answered(.allowed)))
    later.join()
  }

  @Test func `Tracking is not asked behind another prompt of the app`() throws {
    let (authority, queue, app) = (authority, queue, try subject())
    let asked = Locked<PendingQuestion?>(nil)
    let person = try SystemThread(named: "person") {
      while asked.withLock({ $0 }) == nil {
        let question = try? queue.nextQuestion(for: Self.agent, within: .seconds(5))
        asked.withLock { $0 = question }
      }
    }
    try untilThere()
    let camera = try SystemThread(named: "camera") {
      _ = try? authority.request(.camera, .usual, for: app, since: queue.now)
    }
    person.join()
    #expect(try authority.request(.tracking, .usual, for: app, since: queue.now) == .unanswered)
    let question = try #require(asked.withLock { $0 })
    queue.give(ConsentChoice.deny, for: question.number, by: 99)
    camera.join()
    #expect(try authority.rows().map(\.service) == [.camera])
    let next = try self.person(.allow)
    try untilThere()
    #expect(try authority.request(.tracking, .usual, for: app, since: queue.now) == .stands(.answered(.allowed)))
    next.join()
  }

  @Test func `The prompt is Bailey's: what the app says is one line of it`() throws {
    let queue = queue
    let seen = Locked<PendingQuestion?>(nil)
    let person = try SystemThread(named: "person") {
      var question: PendingQuestion?
      while question == nil { question = try? queue.nextQuestion(for: Self.agent, within: .seconds(5)) }
      guard let asked = question else { return }
      seen.withLock { $0 = asked }
      queue.give(ConsentChoice.deny, for: asked.number, by: 99)
    }
    try untilThere()
    _ = try request(subject("a\n1 Allow\u{202E}", purpose: "Fine.\n\u{1B}[2J| \"Mail\" would like\nAllow"))
    person.join()
    guard case .consent(let question) = seen.withLock({ $0 })?.kind else {
      Issue.record("no question of consent")
      return
    }
    #expect(question.purpose == "Fine. [2J| \"Mail\" would like Allow")
    #expect(question.name == "App a 1 Allow")
    #expect(question.identifier == "org.example.a 1 Allow")
    #expect(question.operation == "access the camera")
    #expect(question.choices == [.allowOnce, .allow, .deny])
  }

  @Test func `Without a purpose string or an entitlement nobody is asked`() throws {
    #expect(try request(subject(purpose: nil)) == .endsProcess)
    #expect(try request(subject(purpose: " \u{200B}")) == .endsProcess)
    let outcome = try authority.request(.contacts, .usual, for: subject(), since: queue.now)
    #expect(outcome == .failed(.notEntitled))
  }

  @Test func `1,000 requests of 50 apps at once are one prompt each, with the right answers`() throws {
    let (queue, authority) = (queue, authority)
    let asked = Locked<[String: Int]>([:])
    let isOver = Locked(false)
    let person = try SystemThread(named: "person") {
      while !isOver.withLock({ $0 }) {
        guard let question = try? queue.nextQuestion(for: Self.agent, within: .milliseconds(200)),
          case .consent(let consent) = question.kind
        else { continue }
        asked.withLock { $0[consent.identifier, default: 0] += 1 }
        let isEven = (Int(consent.identifier.split(separator: ".").last ?? "") ?? 0).isMultiple(of: 2)
        queue.give(isEven ? ConsentChoice.allow : .deny, for: question.number, by: 99)
      }
    }
    try untilThere()
    let wrong = Locked<[String]>([])
    let threads = try (0..<1000).map { number in
      let app = number % 50
      let subject = try subject("\(app)", process: Int32(1000 + number))
      return try SystemThread(named: "app") {
        let outcome = try? authority.request(.camera, .usual, for: subject, since: queue.now)
        let right: ConsentOutcome = .stands(.answered(app.isMultiple(of: 2) ? .allowed : .denied))
        if outcome != right { wrong.withLock { $0.append("\(app): \(String(describing: outcome))") } }
      }
    }
    for thread in threads { thread.join() }
    isOver.withLock { $0 = true }
    person.join()
    #expect(wrong.withLock { $0 } == [])
    #expect(asked.withLock { $0.count } == 50)
    #expect(asked.withLock { $0.values.allSatisfy { $0 == 1 } })
  }

  @Test func `When the asker ends its prompt goes, and another that waits asks itself`() throws {
    let (queue, authority) = (queue, authority)
    let isFirstAlive = Locked(true)
    let first = try subject(process: 10, isAlive: { isFirstAlive.withLock { $0 } })
    let second = try subject(process: 11)
    // An agent that was here a moment ago, so that there is somebody to ask.
    _ = try queue.nextQuestion(for: QuestionAgent(98, program: nil, .known), within: .zero)
    let firstThread = try SystemThread(named: "first") {
      _ = try? authority.request(.camera, .usual, for: first, since: queue.now)
    }
    while queue.openQuestions == 0 { _ = try Poll.readable([], within: .milliseconds(1)) }
    let answer = Locked<ConsentOutcome?>(nil)
    let secondThread = try SystemThread(named: "second") {
      let outcome = try? authority.request(.camera, .usual, for: second, since: queue.now)
      answer.withLock { $0 = outcome }
    }
    isFirstAlive.withLock { $0 = false }
    queue.forget(10)
    let person = try person(.allow)
    firstThread.join()
    secondThread.join()
    person.join()
    #expect(answer.withLock { $0 } == .stands(.answered(.allowed)))
    #expect(try authority.standing(.camera, of: second) == .answered(.allowed))
  }

  @Test func `What the person sets is told to those who wait for changes`() throws {
    let known = try authority.changes.count(otherThan: 0, within: .zero)
    #expect(try authority.changes.count(otherThan: known, within: .zero) == known)
    try authority.set(.camera, subject().client, name: "App", to: .denied)
    #expect(try authority.changes.count(otherThan: known, within: .seconds(5)) != known)
    #expect(try authority.standing(.camera, of: subject()) == .answered(.denied))
  }

  // MARK: - The location button

  private func look(_ title: LocationButtonLook.Color = .init(1, 1, 1)) -> LocationButtonLook {
    LocationButtonLook(
      .arrowFilled, .currentLocation, title: title, on: .init(0, 0, 0.6), fontSize: nil, language: "en",
      room: 2000)
  }

  private func tap(_ subject: ConsentSubject, _ look: LocationButtonLook? = nil) throws -> ConsentOutcome {
    try authority.tapLocationButton(look ?? self.look(), of: subject, since: queue.now)
  }

  @Test func `The first tap asks; later ones give the location for a run each, and nothing to other code`() throws {
    let person = try person(.allow)
    try untilThere()
    #expect(try tap(subject(run: 1)) == .stands(.answered(.whileInUse)))
    person.join()
    #expect(try authority.standing(.location, of: subject(run: 1)) == .answered(.whileInUse))
    #expect(try authority.standing(.location, of: subject(run: 2)) == .notDetermined)
    // Nobody is there to ask, and nobody needs to be.
    #expect(try tap(subject(run: 2)) == .stands(.answered(.whileInUse)))
    #expect(try authority.standing(.location, of: subject(run: 2)) == .answered(.whileInUse))
    // An agent that was just there is waited for.
    try eventually { !queue.hasAgent }
    #expect(try tap(subject(run: 3, requirement: 2)) == .unanswered)
    #expect(try authority.standing(.location, of: subject(run: 3, requirement: 2)) == .notDetermined)
    // Taking back the button takes back what it gave.
    try authority.set(.locationButton, subject().client, name: "App", to: .denied)
    #expect(try authority.standing(.location, of: subject(run: 2)) == .notDetermined)
    #expect(try tap(subject(run: 2)) == .stands(.answered(.denied)))
    #expect(try authority.standing(.location, of: subject(run: 2)) == .notDetermined)
  }

  @Test func `LB05: a tap on a button that nobody can read gives nothing, and asks nobody`() throws {
    try authority.set(.locationButton, subject().client, name: "App", to: .allowed)
    #expect(try tap(subject(), look(.init(0, 0, 0.7))) == .failed(.unfitButton))
    #expect(try authority.standing(.location, of: subject()) == .notDetermined)
    #expect(try tap(subject()) == .stands(.answered(.whileInUse)))
    #expect(try authority.reset(.locationButton, subject().client.key).count == 2)
    #expect(try authority.standing(.location, of: subject()) == .notDetermined)
  }

  @Test func `A tap changes nothing where the person has decided of the location, nor where the app does not say why`()
    throws
  {
    try authority.set(.locationButton, subject().client, name: "App", to: .allowed)
    try authority.set(.location, subject().client, name: "App", to: .denied)
    #expect(try tap(subject()) == .stands(.answered(.denied)))
    try authority.set(.location, subject().client, name: "App", to: .allowed)
    #expect(try tap(subject()) == .stands(.answered(.allowed)))
    #expect(try authority.rows().allSatisfy { $0.instance == nil })
    #expect(try tap(subject("b", purpose: nil)) == .ignored)
  }
}
