// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ConsentModel
import Foundation
import ProofModel
import PromptModel
import RunningInstance
import Testing

/// A program of the same user that calls itself `bailey` knows the number of a question, for which the person gave the passcode.
///
/// How it came to know the number is left open: the tests tell it.
@Suite(.enabled(if: Program.canMount && RelayLibrary.canBeBuilt, "needs FUSE and clang")) struct ProofAttacks {
  /// What it would have for the passcode.
  private enum Prize: CaseIterable { case answer, grant, group }

  private static let tries = 3

  private struct Missing: Error {}

  /// Processes of Bailey's programs: who asks the person, who wants more, and on whose behalf the person is asked.
  private struct Stage {
    let instance: RunningInstance
    let person: HonestPerson
    let agent: FalseTool
    let thief: FalseTool
    let asker: FalseTool
    /// `bailey-run`, which alone asks what the desktop's portals ask.
    let portal: FalseTool
    let program: ClientProgram
    let entitlements: [UInt8]

    init(_ instance: RunningInstance) throws {
      self.instance = instance
      let owner = try ClientProgram("owner", of: instance)
      try owner.register(groups: ["T.owner"])
      entitlements = try Array(Data(contentsOf: URL(fileURLWithPath: owner.path + ".plist")))
      program = try ClientProgram("thief", of: instance)
      let library = try RelayLibrary(for: instance)
      (person, agent) = (try HonestPerson(library), try FalseTool(library))
      (thief, asker) = (try FalseTool(library), try FalseTool(library))
      portal = try FalseTool(library, as: Program.locate("bailey-run").path)
    }

    var path: [UInt8] { Array(program.path.utf8) }
    var key: ConsentClient.Key { ConsentClient.Key(kind: .path, identifier: program.path) }

    func grant(_ number: QuestionNumber, by tool: FalseTool) throws -> BrokerReply {
      try tool.ask(.privacySettings(.grant(.camera, key, number)))
    }

    func register(_ number: QuestionNumber, by tool: FalseTool) throws -> BrokerReply {
      try tool.ask(.apps(.registerByOwner(number, path: path, xml: entitlements)))
    }

    /// Whether it got it, or anything but a refusal for want of the owner's word.
    func takes(_ prize: Prize, for number: QuestionNumber, by tool: FalseTool) throws -> Bool {
      switch prize {
      case .grant:
        if case .refused(.consent(.notProved)) = try grant(number, by: tool) { return false }
      case .group:
        if case .refused(.groupTaken("T.owner")) = try register(number, by: tool) { return false }
      case .answer:
        _ = try tool.ask(.person(.agent(.settle(number, .proved))))
        _ = try tool.ask(.person(.agent(.choose(number, .allow))))
        switch try tool.ask(.privacySettings(.agent)) {
        case .privacySettings(.agent(let authorisation)): return authorisation == tool.process
        case .privacySettings(.agentWaits): return false
        default: break
        }
      }
      return true
    }

    func settle(_ number: QuestionNumber) throws {
      _ = try agent.ask(.person(.agent(.settle(number, .proved))))
    }

    /// The agent is there, the asker asks, and the agent gets the question.
    func question(_ request: BrokerRequest, by asker: FalseTool) throws -> PendingQuestion {
      _ = try agent.ask(.person(.agent(.nextQuestion(seconds: 0))))
      try asker.send(request)
      return try question(for: agent)
    }

    func question(for tool: FalseTool) throws -> PendingQuestion {
      guard case .person(.question(let question?)) = try tool.ask(.person(.agent(.nextQuestion(seconds: 60)))) else {
        throw Missing()
      }
      return question
    }

    func authentication() throws -> BrokerRequest {
      let context = try #require(ContextToken((0..<ContextToken.size).map { _ in .random(in: 0...255) }))
      return .person(.authentication(.authenticate(AuthenticationQuestion(context: context, reason: "open the diary"))))
    }

    /// Nothing but what the owner did.
    var isAsBefore: Bool {
      get throws {
        guard case .privacySettings(.rows(let rows, _)) = try thief.ask(.privacySettings(.rows)),
          case .apps(.registrations(let apps, _)) = try thief.ask(.apps(.registrations))
        else { return false }
        return rows.isEmpty && apps.count == 1
      }
    }
  }

  private func withStage(of user: UInt32?, _ body: (Stage) throws -> Void) throws {
    let instance = try RunningInstance(of: user)
    defer { instance.stop() }
    try body(Stage(instance))
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `A passcode that was given for one thing buys a thief nothing`(user: UInt32?) throws {
    try withStage(of: user) { stage in
      try answers(stage)
      try authorisations(stage)
      try operations(stage)
    }
  }

  /// For an app's question.
  private func answers(_ stage: Stage) throws {
    for prize in Array(repeating: [Prize.grant, .group], count: Self.tries).joined() {
      let question = try stage.question(stage.authentication(), by: stage.asker)
      let statement = try #require(question.statement)
      #expect(statement.number == .presence)
      try stage.person.give(statement, for: question.number)
      for prize in [.answer, prize] {
        #expect(try !stage.takes(prize, for: question.number, by: stage.thief), "\(prize)")
      }
      #expect(try stage.isAsBefore)
      try stage.settle(question.number)
      // A number with which somebody tried to buy something else is used up: the person is asked once more.
      guard case .refused(.authentication(.failed)) = try stage.asker.receive() else { throw Missing() }
    }
    let question = try stage.question(stage.authentication(), by: stage.asker)
    try stage.person.give(try #require(question.statement), for: question.number)
    #expect(try !stage.takes(.answer, for: question.number, by: stage.thief))
    try stage.settle(question.number)
    guard case .done = try stage.asker.receive() else { throw Missing() }
  }

  /// For an agent that is to answer for the person.
  private func authorisations(_ stage: Stage) throws {
    let portal = BrokerRequest.portal(.ask(program: "Screenshots", words: "take a picture"))
    for prize in [Prize.grant, .group, .answer] {
      let question = try stage.question(portal, by: stage.portal)
      // Nobody gives anything for the one that the thief is given.
      let own = try stage.question(for: stage.thief)
      for asked in [question, own] { try #require(asked.kind == .passcode(.agentAuthorisation)) }
      #expect(own.number != question.number)
      try stage.person.give(try #require(question.statement), for: question.number)
      for number in Array(repeating: [question.number, own.number], count: Self.tries).joined() {
        #expect(try !stage.takes(prize, for: number, by: stage.thief), "\(prize)")
      }
      #expect(try stage.isAsBefore)
      try stage.settle(question.number)
      #expect(try stage.portal.receive().isUnanswered)
    }
    // The agent has it, although somebody else tried, and its answer counts.
    let question = try stage.question(portal, by: stage.portal)
    guard case .consent = question.kind else { throw Missing() }
    for _ in 1...Self.tries { #expect(try !stage.takes(.answer, for: question.number, by: stage.thief)) }
    _ = try stage.agent.ask(.person(.agent(.choose(question.number, .deny))))
    #expect(try stage.portal.receive().isDenial)
  }

  /// For an operation of `bailey` itself: of its own process nothing else, and of another process not the same.
  private func operations(_ stage: Stage) throws {
    let grant = ProofPurpose.grant(.camera, to: stage.key)
    func given(for purpose: ProofPurpose) throws -> QuestionNumber {
      let number = QuestionNumber.random()
      try stage.person.give(ProofStatement(purpose, by: .owner(in: stage.agent.process)), for: number)
      return number
    }
    #expect(try !stage.takes(.grant, for: given(for: grant), by: stage.thief))
    #expect(try !stage.takes(.grant, for: given(for: .grant(.microphone, to: stage.key)), by: stage.agent))
    #expect(try stage.isAsBefore)
    let group = ProofPurpose.register(path: stage.path, entitlements: stage.entitlements)
    guard case .done = try stage.grant(given(for: grant), by: stage.agent),
      case .done = try stage.register(given(for: group), by: stage.agent)
    else { throw Missing() }
  }
}

extension BrokerReply {
  fileprivate var isUnanswered: Bool { if case .portal(.outcome(.unanswered)) = self { true } else { false } }
  fileprivate var isDenial: Bool {
    if case .portal(.outcome(.stands(.answered(.denied)))) = self { true } else { false }
  }
}
