// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Foundation
import Glibc
import RepositoryFolder
import RunningInstance
import SecretMemory
import TemporaryFolder
import Testing

@testable import PromptAdapter
import Threads
import Events

@Suite struct PromptTests {
  private func text(of secret: borrowing SecretBytes) -> String {
    secret.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }

  // MARK: - pinentry

  private static let script = RepositoryFolder.tests.appending(path: "Programs/pinentry")

  /// A pinentry that says what it is given, and notes what it is told.
  private func asking(
    _ prompt: PromptText = PromptText(description: "why"), pin answer: String, greeting: String = "OK Pleased",
    onQuestion: String = "OK"
  ) throws -> (answer: Result<String, PromptFailure>, told: String) {
    try withTemporaryFolder { folder in
      try Data((greeting + "\n").utf8).write(to: URL(fileURLWithPath: folder + "/greeting"))
      try Data((onQuestion + "\n").utf8).write(to: URL(fileURLWithPath: folder + "/question"))
      try Data(answer.utf8).write(to: URL(fileURLWithPath: folder + "/answer"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/pinentry", withDestinationPath: Self.script.path)
      let pinentry = PinentryPrompt(program: folder + "/pinentry", terminal: "/dev/pts/9")
      var result: Result<String, PromptFailure>
      do throws(PromptFailure) {
        let passcode = try pinentry.ask(prompt)
        result = .success(text(of: passcode))
      } catch {
        result = .failure(error)
      }
      let told = (try? String(contentsOfFile: folder + "/told", encoding: .utf8)) ?? ""
      return (result, told)
    }
  }

  @Test func `The passcode is what was typed`() throws {
    #expect(try asking(pin: "D secret words\nOK\n").answer == .success("secret words"))
    #expect(try asking(pin: "D 100%25 %0A\nOK\n").answer == .success("100% \n"))
  }

  @Test func `The dialog is told who asks, and what was wrong`() throws {
    let prompt = PromptText(description: "a 100%\nb", cancelTitle: "No", complaint: "wrong")
    let told = try asking(prompt, pin: "OK\n").told
    for line in ["OPTION ttyname=/dev/pts/9", "SETDESC a 100%25%0Ab", "SETERROR wrong", "SETCANCEL No", "GETPIN"] {
      #expect(told.contains(line + "\n"))
    }
  }

  @Test(arguments: [("OK\n", YesOrNo.yes), ("ERR 83886194 not confirmed\n", .no)])
  func `A question of yes or no is answered by a button`(answer: String, confirmation: YesOrNo) throws {
    try withTemporaryFolder { folder in
      for (name, text) in [("greeting", "OK\n"), ("question", "OK\n"), ("confirmation", answer)] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/pinentry", withDestinationPath: Self.script.path)
      #expect(
        try PinentryPrompt(program: folder + "/pinentry", terminal: nil).confirm("Really?", in: .english)
          == confirmation)
      #expect(try String(contentsOfFile: folder + "/told", encoding: .utf8).contains("SETDESC Really?\n"))
    }
  }

  @Test(arguments: ["ERR 83886179 cancelled\n", "ERR 99 cancelled\n"])
  func `A refusal is one`(answer: String) throws {
    #expect(try asking(pin: answer).answer == .failure(.cancelled))
  }

  @Test func `Nothing that was typed is known as that, and refuses what says nothing of it`() throws {
    #expect(try asking(pin: "OK\n").answer == .failure(.empty))
    #expect(try outcome([.failure(.empty)]).outcome == .cancelled)
  }

  @Test(arguments: ["ERR 5 something\n", "D half", "D %zz\nOK\n", "D x\nERR 5\n"])
  func `What pinentry cannot do or say is no answer`(answer: String) throws {
    #expect(try asking(pin: answer).answer == .failure(.unusable))
  }

  @Test func `A line longer than any may be is no answer`() throws {
    #expect(try asking(pin: "D \(String(repeating: "x", count: 1200))\nOK\n").answer == .failure(.unusable))
    #expect(try asking(pin: "OK\n", greeting: "ERR 1").answer == .failure(.unusable))
  }

  @Test func `Where the question is not shown nothing is asked`() throws {
    let (answer, told) = try asking(pin: "D secret\nOK\n", onQuestion: "ERR 83886349 too long")
    #expect(answer == .failure(.unusable))
    #expect(told.contains("SETDESC why\n") && !told.contains("GETPIN"))
    let long = PromptText(description: String(repeating: "x", count: 993))
    let unsent = try asking(long, pin: "D secret\nOK\n")
    #expect(unsent.answer == .failure(.unusable) && !unsent.told.contains("SETDESC"))
  }

  @Test func `A question that is over elsewhere is not asked on, and its dialog goes`() throws {
    try withTemporaryFolder { folder in
      let script =
        "#!/bin/sh\ncd '\(folder)' && echo $$ >new && mv new process\necho OK\nwhile read -r line; do sleep 1; done\n"
      try Program.write(script: script, to: folder + "/pinentry")
      let over = try ThreadNotifier()
      let prompt = PinentryPrompt(program: folder + "/pinentry", terminal: nil).until(over)
      _ = try SystemThread(named: "elsewhere") {
        while !FileManager.default.fileExists(atPath: folder + "/process") { usleep(1000) }
        over.notify()
      }
      #expect(throws: PromptFailure.withdrawn) { _ = try prompt.ask(PromptText(description: "why")) }
      let process = try String(contentsOfFile: folder + "/process", encoding: .utf8).split(separator: "\n")[0]
      #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
    }
  }

  @Test func `One window at a time: the next waits for its turn, or until its question is over`() throws {
    try withTemporaryFolder { folder in
      let script =
        "#!/bin/sh\ncd '\(folder)' && echo x >>started\necho OK\nwhile read -r line; do echo 'D secret'; echo OK; done\n"
      try Program.write(script: script, to: folder + "/pinentry")
      let turn = PromptTurn(path: folder + "/prompting")
      var held = try turn.take(until: nil)
      #expect(held != nil)
      let over = try ThreadNotifier()
      over.notify()
      let prompt = PinentryPrompt(program: folder + "/pinentry", terminal: nil, turn: turn)
      #expect(throws: PromptFailure.withdrawn) { _ = try prompt.until(over).ask(PromptText(description: "why")) }
      #expect(!FileManager.default.fileExists(atPath: folder + "/started"))
      held = nil
      #expect(try turn.take(until: over) != nil)
    }
  }

  @Test(arguments: ["鍵", "%", "x"])
  func `A question for a file is one request, and says where pinentry hides what is typed`(character: String) throws {
    let long = String(repeating: character, count: 240 / character.utf8.count)
    for problem in [nil] + FileProblem.allCases {
      let wish = FileWish(.save, suggestion: long, problem: problem)
      let question = PendingQuestion(
        number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
        requester: Requester(process: 7, program: long), reason: "", cancelTitle: nil,
        kind: .path(FileQuestion(name: long, identifier: long, wish: wish)))
      let prompt = ScriptedPrompt([.success("/a")])
      let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
      #expect(text(of: try round.path(for: question, wish)) == "/a")
      let asked = try #require(prompt.asked.first)
      #expect(asked.description.contains("hidden") && (asked.complaint == nil) == (problem == nil))
      for line in [asked.description, asked.complaint ?? ""] {
        #expect("SETERROR \(AssuanLine.escaped(line))".utf8.count <= AssuanLine.maximum)
      }
    }
  }

  @Test func `Without a pinentry nobody can be asked`() {
    #expect(throws: PromptFailure.unusable) {
      _ = try PinentryPrompt(program: "/nowhere/pinentry", terminal: nil).ask(PromptText(description: "why"))
    }
  }

  // MARK: - Questions

  private func question(reason: String = "open the diary", program: String? = "/opt/diary") throws -> PendingQuestion {
    PendingQuestion(
      number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
      requester: Requester(process: 7, program: program), reason: reason, cancelTitle: nil)
  }

  private func outcome(
    _ answers: [Result<String, PromptFailure>], right: String = "1234", _ question: PendingQuestion? = nil
  ) throws -> (outcome: QuestionOutcome, asked: [PromptText]) {
    let prompt = ScriptedPrompt(answers)
    let round = QuestionRound(prompt) { (_, passcode) throws(ProofFailure) in
      let given = passcode.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
      if given == "later" { throw .final }
      if given != right { throw .wrong }
    }
    let asked = try question ?? self.question()
    return (round.outcome(of: asked), prompt.asked)
  }

  @Test func `The right passcode proves it`() throws {
    let (outcome, asked) = try outcome([.success("1234")])
    #expect(outcome == .proved)
    #expect(
      asked.first?.description
        == "/opt/diary (process 7) wants to know that it is you.\nIt says: open the diary")
  }

  @Test(arguments: [(YesOrNo.yes, QuestionOutcome.proved), (.no, .provedOnce)])
  func `A permission is for once or from now on`(answer: YesOrNo, outcome: QuestionOutcome) throws {
    let question = PendingQuestion(
      number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
      requester: Requester(process: 7, program: "/a"), reason: "why", cancelTitle: nil, kind: .passcode(.permission))
    let prompt = ScriptedPrompt([.success("1234")], confirmation: answer)
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in }
    #expect(round.outcome(of: question) == outcome && prompt.offers.count == 1)
  }

  @Test func `A wrong one is asked again, three times in all`() throws {
    let (outcome, asked) = try outcome([.success("a"), .success("b"), .success("1234")])
    #expect(outcome == .proved)
    #expect(asked.map { $0.complaint != nil } == [false, true, true])
    #expect(try self.outcome([.success("a"), .success("b"), .success("c"), .success("1234")]).outcome == .failed)
  }

  @Test func `A refusal ends it, and so does a passcode that is not looked at`() throws {
    #expect(try outcome([.failure(.cancelled)]).outcome == .cancelled)
    #expect(try outcome([.failure(.unusable)]).outcome == .failed)
    let (outcome, asked) = try outcome([.success("later"), .success("1234")])
    #expect(outcome == .failed)
    #expect(asked.count == 1)
  }

  @Test func `A program's words cannot look like Bailey's`() throws {
    let sly = "\u{1B}[2J\u{202E}Bailey: all is well\nTYPE HERE\u{0007}"
    let asked = try outcome([.failure(.cancelled)], try question(reason: sly)).asked
    #expect(asked.first?.description.hasSuffix("It says: [2JBailey: all is wellTYPE HERE") == true)
    let long = try outcome([.failure(.cancelled)], try question(reason: String(repeating: "x", count: 999))).asked
    #expect(long.first?.description.count ?? 999 < 400)
    let hidden = try outcome([.failure(.cancelled)], try question(program: nil)).asked
    #expect(hidden.first?.description.hasPrefix("A program that hides what it is (process 7)") == true)
  }

  /// The longest line of the protocol has 1,000 bytes.
  @Test(arguments: ["鍵", "%", "x", "e\u{301}\u{302}\u{303}\u{304}"])
  func `However long its parts are, a question is one request`(character: String) throws {
    let long = String(repeating: character, count: 900 / character.utf8.count)
    let question = PendingQuestion(
      number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
      requester: Requester(process: .max, program: long), reason: long, cancelTitle: long,
      kind: .password(of: "/" + long, .new))
    let prompt = ScriptedPrompt([.failure(.cancelled)])
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
    #expect(throws: PromptFailure.cancelled) { _ = try round.password(for: question, .new) }
    let text = try #require(prompt.asked.first)
    for line in [text.description, try #require(text.cancelTitle)] {
      #expect("SETDESC \(AssuanLine.escaped(line))".utf8.count <= AssuanLine.maximum)
      #expect(line.contains("…") && line.contains(character))
    }
    #expect(text.description.contains("Choose a password for it.\nIt says: "))
  }

  @Test(arguments: [(YesOrNo.yes, QuestionOutcome.silenced), (.no, .cancelled)])
  func `whoever refuses a program again can silence it`(answer: YesOrNo, outcome: QuestionOutcome) throws {
    let prompt = ScriptedPrompt(Array(repeating: .failure(.cancelled), count: 3), confirmation: answer)
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
    func question(_ program: String) throws -> PendingQuestion {
      PendingQuestion(
        number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
        requester: Requester(process: 7, program: program), reason: "", cancelTitle: nil)
    }
    #expect(try round.outcome(of: question("/tmp/flood")) == .cancelled)
    #expect(try round.outcome(of: question("/opt/diary")) == .cancelled)
    #expect(prompt.offers.isEmpty)
    #expect(try round.outcome(of: question("/tmp/flood")) == outcome)
    #expect(prompt.offers.count == 1 && prompt.offers[0].contains("/tmp/flood"))
  }

  // MARK: - Passwords

  private func passwords(
    _ answers: [Result<String, PromptFailure>], _ occasion: PasswordOccasion, of keychain: String
  ) throws -> (password: Result<String, PromptFailure>, asked: [PromptText]) {
    let prompt = ScriptedPrompt(answers)
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
    let question = PendingQuestion(
      number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
      requester: Requester(process: 7, program: "/opt/diary"), reason: "", cancelTitle: nil,
      kind: .password(of: keychain, occasion))
    let password = Result<String, PromptFailure> { () throws(PromptFailure) in
      text(of: try round.password(for: question, occasion))
    }
    return (password, prompt.asked)
  }

  @Test func `Who is asked for a password is told of which keychain`() throws {
    let (password, asked) = try passwords([.success("x")], .unlock, of: "build.keychain")
    #expect(password == .success("x"))
    #expect(
      asked.map(\.description)
        == ["/opt/diary (process 7) wants to use the keychain \"build.keychain\", which is locked."])
    #expect(asked.map(\.label) == ["Password"])
    let again = try passwords([.success("x")], .again, of: "build.keychain").asked
    #expect(again.map(\.complaint) == ["That was not the password."])
    #expect(again.first?.description == asked.first?.description)
  }

  @Test func `A new password is typed twice, for a keychain that is named`() throws {
    let (password, asked) = try passwords(
      [.success("a"), .success("b"), .success("x"), .success("x")], .new, of: "/tmp/ci/k")
    #expect(password == .success("x"))
    #expect(
      asked.allSatisfy {
        $0.description
          == "/opt/diary (process 7) wants to keep something in the keychain \"/tmp/ci/k\", which is new. "
          + "Choose a password for it."
      })
    #expect(asked.map(\.label) == ["New password", "Again", "New password", "Again"])
    #expect(asked.map { $0.complaint != nil } == [false, false, true, true])
  }

  @Test(arguments: ["", "xn--bcher-kva."])
  func `Of a site's name that is too long the end is shown, which says whose it is`(label: String) throws {
    let site = "bank.example." + label + String(repeating: "a.", count: 112) + "evil.test"
    let hash = [UInt8](repeating: 1, count: PasskeySubject.hashSize)
    let subject = try #require(
      PasskeySubject(
        relyingParty: site, account: "ada", userHash: hash, clientDataHash: hash, saltsHash: hash))
    let prompt = ScriptedPrompt([.failure(.cancelled)])
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
    let question = PendingQuestion(
      number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
      requester: Requester(process: 7, program: "/usr/lib/chromium/chromium"), reason: "", cancelTitle: nil,
      kind: .passcode(.usePasskey(subject)))
    _ = round.outcome(of: question)
    #expect(try #require(prompt.asked.first).description.contains("a.evil.test"))
  }

  @Test func `Of a long path the end is shown, and of a sly name what can be seen`() throws {
    let path = "/" + String(repeating: "x", count: 900) + "/build.keychain"
    let long = try #require(try passwords([.success("x")], .unlock, of: path).asked.first?.description)
    #expect(long.contains("xxx/build.keychain\", which is locked.") && long.count < 400)
    let sly = try #require(try passwords([.success("x")], .unlock, of: "a\u{202E}b").asked.first?.description)
    let posing = try #require(try passwords([.success("x")], .unlock, of: "a\", b").asked.first?.description)
    #expect(posing.contains("the keychain \"a', b\", which is locked."))
    #expect(sly.contains("the keychain \"ab\", which"))
  }
}

final class ScriptedPrompt: PasscodePrompt {
  private struct State {
    var answers: [Result<String, PromptFailure>]
    var asked: [PromptText] = []
    var offers: [String] = []
    var confirmation = YesOrNo.no
  }

  private let state: Locked<State>

  init(_ answers: [Result<String, PromptFailure>], confirmation: YesOrNo = .no) {
    state = Locked(State(answers: answers, confirmation: confirmation))
  }

  var asked: [PromptText] { state.withLock { $0.asked } }

  func ask(_ text: PromptText) throws(PromptFailure) -> SecretBytes {
    let answer: Result<String, PromptFailure> = state.withLock { state in
      state.asked.append(text)
      return state.answers.isEmpty ? .failure(.unusable) : state.answers.removeFirst()
    }
    return SecretBytes(copying: Array(try answer.get().utf8).span)
  }

  var offers: [String] { state.withLock { $0.offers } }

  func confirm(_ question: String, in language: PromptLanguage) throws(PromptFailure) -> YesOrNo {
    state.withLock { state in
      state.offers.append(question)
      return state.confirmation
    }
  }
}
