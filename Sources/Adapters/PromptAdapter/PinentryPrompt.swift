// SPDX-License-Identifier: Apache-2.0
package import Events
import Glibc
import OwnProcess
import Processes
package import SecretMemory
import SystemCalls

/// Asks with pinentry, the dialog that Debian's GnuPG asks with: in a window, or on a terminal.
package struct PinentryPrompt: PasscodePrompt {
  private let program: String
  /// The terminal for a pinentry without windows.
  private let terminal: String?

  private let turn: PromptTurn?

  private var over: ThreadNotifier?

  /// Asks with the pinentry program at this path, and while it is its turn.
  package init(program: String, terminal: String?, turn: PromptTurn? = nil) {
    self.program = program
    self.terminal = terminal
    self.turn = turn
  }

  package func until(_ over: ThreadNotifier) -> PinentryPrompt {
    var prompt = self
    prompt.over = over
    return prompt
  }

  package func ask(_ text: PromptText) throws(PromptFailure) -> SecretBytes {
    do {
      return try PinentrySession.begin(program, turn, until: over).passcode(
        after: settings(for: text), asking: "SETDESC \(AssuanLine.escaped(text.description))")
    } catch let failure as PromptFailure {
      throw failure
    } catch {
      throw .unusable
    }
  }

  package func confirm(_ question: String, in language: PromptLanguage) throws(PromptFailure) -> YesOrNo {
    let buttons = [
      "SETOK \(language.says("Yes", it: "Sì", zh: "是"))", "SETCANCEL \(language.says("No", it: "No", zh: "否"))",
    ]
    let settings = settings(for: PromptText(description: question)) + buttons
    do {
      return try PinentrySession.begin(program, turn, until: over).confirmation(
        after: settings, asking: "SETDESC \(AssuanLine.escaped(question))")
    } catch let failure as PromptFailure {
      throw failure
    } catch {
      throw .unusable
    }
  }

  /// Asks with one or two buttons, and one more that decides nothing, as closing the window does.
  func decide(
    _ question: String, _ yes: String, _ no: String? = nil, in language: PromptLanguage
  ) throws(PromptFailure) -> YesOrNo? {
    let second = no.map { ["SETNOTOK \($0)"] } ?? []
    let notNow = language.says("Not Now", it: "Non ora", zh: "现在不")
    let buttons = (["SETOK \(yes)"] + second + ["SETCANCEL \(notNow)"]).map(AssuanLine.escaped)
    do {
      return try PinentrySession.begin(program, turn, until: over).decision(
        after: settings(for: PromptText(description: question)) + buttons,
        asking: "SETDESC \(AssuanLine.escaped(question))")
    } catch let failure as PromptFailure {
      throw failure
    } catch {
      throw .unusable
    }
  }

  private func settings(for text: PromptText) -> [String] {
    var requests: [String] = []
    if let terminal { requests.append("OPTION ttyname=\(terminal)") }
    if let type = Environment.value("TERM") { requests.append("OPTION ttytype=\(type)") }
    requests += ["SETTITLE Bailey", "SETPROMPT \(AssuanLine.escaped(text.label)):"]
    if let complaint = text.complaint { requests.append("SETERROR \(AssuanLine.escaped(complaint))") }
    if let title = text.cancelTitle { requests.append("SETCANCEL \(AssuanLine.escaped(title))") }
    return requests
  }
}

/// A running pinentry process.
private struct PinentrySession: ~Copyable {
  /// The timeout of a dialog, longer than any question is open, where nobody says that it is over.
  private static let timeout = Duration.seconds(150)

  private let process: ChildProcess
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let over: ThreadNotifier?
  /// The window's turn: no other one comes up before this one is gone.
  private let turn: PromptTurn.Held?

  private init(
    _ process: consuming ChildProcess, input: consuming FileDescriptor, output: consuming FileDescriptor,
    until over: ThreadNotifier?, _ turn: PromptTurn.Held?
  ) {
    self.turn = turn
    self.process = process
    self.over = over
    self.input = input
    self.output = output
  }

  static func begin(_ program: String, _ turn: PromptTurn?, until over: ThreadNotifier?) throws -> PinentrySession {
    let held = try turn?.take(until: over)
    let requests = try Pipe()
    let answers = try Pipe()
    let input = try requests.writing.duplicate()
    let output = try answers.reading.duplicate()
    var plan = ChildPlan(path: program)
    plan.input = requests.reading.raw
    plan.output = answers.writing.raw
    return PinentrySession(try ChildProcess.start(plan), input: input, output: output, until: over, held)
  }

  deinit {
    // It may have ended by itself.
    try? process.send(SIGTERM)
    _ = try? process.wait()
  }

  func confirmation(after settings: [String], asking question: String) throws -> YesOrNo {
    try prepare(settings, question)
    switch try exchange("CONFIRM").kind {
    case .okay: return .yes
    case .cancelled, .declined: return .no
    case .data, .error, .other: throw PromptFailure.unusable
    }
  }

  /// Asks a question, and returns what the person decided; nil where the person decided nothing.
  func decision(after settings: [String], asking question: String) throws -> YesOrNo? {
    try prepare(settings, question)
    switch try exchange("CONFIRM").kind {
    case .okay: return .yes
    case .declined: return .no
    case .cancelled: return nil
    case .data, .error, .other: throw PromptFailure.unusable
    }
  }

  func passcode(after settings: [String], asking question: String) throws -> SecretBytes {
    try prepare(settings, question)
    let line = try exchange("GETPIN")
    switch line.kind {
    case .data:
      guard let passcode = line.data(), try answer().kind == .okay else { throw PromptFailure.unusable }
      return passcode
    case .okay: throw PromptFailure.empty
    case .cancelled, .declined: throw PromptFailure.cancelled
    case .error, .other: throw PromptFailure.unusable
    }
  }

  private func prepare(_ settings: [String], _ question: String) throws {
    guard try answer().kind == .okay else { throw PromptFailure.unusable }
    for setting in settings {
      // A pinentry that does not know an option works without it.
      _ = try exchange(setting)
    }
    // A question that cannot be shown is not asked: the person would not know what the passcode is for.
    guard question.utf8.count <= AssuanLine.maximum, try exchange(question).kind == .okay else {
      throw PromptFailure.unusable
    }
  }

  private func exchange(_ request: String) throws -> AssuanLine {
    try input.write(Array((request + "\n").utf8).span)
    return try answer()
  }

  /// Passes over comments and status lines.
  private func answer() throws -> AssuanLine {
    while true {
      let line = try readLine()
      if line.kind != .other { return line }
    }
  }

  /// Reads a line byte by byte, so that nothing of it stays in a buffer.
  private func readLine() throws -> AssuanLine {
    var line = AssuanLine()
    var byte = SecretBytes(count: 1) { _ in }
    while true {
      let ready = try Poll.readable([output.raw, over?.raw ?? -1], within: over == nil ? Self.timeout : nil)
      guard !ready[1] else { throw PromptFailure.withdrawn }
      guard ready[0] else { throw PromptFailure.unusable }
      let count = try byte.withMutableBytes { span throws(SystemError) in try output.readAvailable(into: &span) }
      guard count == 1 else { throw PromptFailure.unusable }
      let value = byte.withBytes { $0[0] }
      if value == 0x0A { return line }
      guard line.append(value) else { throw PromptFailure.unusable }
    }
  }
}
