// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import InstanceCommands
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Instance
import InstanceLayout
import KeychainModel
import LoginSession
import OwnProcess
import PromptAdapter
import PromptModel
import ProofModel
import SecretMemory
import Sockets
import TerminalConsole

/// `bailey agent`: asks the person on behalf of programs, until it is stopped.
struct AgentCommand {
  let pinentry: String?
  let console: Console

  /// How long one request for a question waits, in seconds. `baileyd` takes an agent that does not ask again at once for gone.
  private static let wait: UInt16 = 25
  private static let pause = Duration.milliseconds(250)
  private static let lost =
    "bailey: baileyd ended while you were asked: what you answered did not arrive, and you are asked again."
  /// The programs in the order of preference in a graphical session; elsewhere `pinentry` chooses.
  private static let dialogs = ["pinentry-gnome3", "pinentry-qt", "pinentry-gtk-2", "pinentry"]

  /// The program that asks in a window.
  private static var dialog: String? { dialogs.lazy.compactMap(Environment.program).first }

  /// Asks for the passcode in a window, and unlocks: `bailey unlock --window`.
  func unlock() -> ExitCode {
    guard let dialog = pinentry ?? Self.dialog,
      let end = try? UnlockPrompt(
        PinentryPrompt(program: dialog, terminal: nil, turn: turn), in: .current, connect: enclave
      ).run()
    else {
      console.note("bailey: nobody can be asked in a window.\nTry: bailey unlock")
      return .failed
    }
    return end == .unlocked ? .done : end == .hasToWait ? .wait : .failed
  }

  /// Reminds the person, in a process of its own, so that this one stays what `baileyd` can identify.
  private func remind() {
    guard let dialog = pinentry ?? (hasWindows ? Self.dialog : nil), let program = try? Environment.executablePath()
    else { return }
    UnlockReminder.start(
      of: PeerCredentials.ownUser, running: [program, "unlock", "--window", "--pinentry", dialog])
  }

  func run() -> ExitCode {
    guard let prompt else {
      console.note(
        "bailey: there is nowhere to ask: no terminal, and no pinentry in a session with windows.\n"
          + "Try: bailey agent, on a terminal, or apt install pinentry-gtk2")
      return .failed
    }
    remind()
    let word = PasscodeWord(connect: enclave)
    let round = QuestionRound(prompt, in: .current) { (question, passcode) throws(ProofFailure) in
      try word.prove(question, passcode)
    }
    let broker = BrokerClient.standard()
    var pending: PendingQuestion?
    console.note("bailey: what programs ask comes here until this ends; Ctrl-C ends it.")
    while true {
      var isAnswering = false
      do throws(BrokerClientError) {
        let next = if let pending { pending } else { try broker.nextQuestion(seconds: Self.wait) }
        pending = nil
        guard let question = next else { continue }
        isAnswering = true
        if case .unlock = question.kind {
          let unlocking = UnlockRound(round, broker) { (passcode) throws(ProofFailure) in try word.unlock(passcode) }
          switch ProcessHardening.whileHidden({ unlocking.ask(question) }) {
          case .success(let other): pending = other
          case .failure(let error): throw error
          }
        } else {
          let asked = AskedQuestion(question, prompt, round, broker)
          if let unanswered = try asked.ask() { note(unanswered) }
        }
      } catch .refused(let refusal) {
        let other = refusal.otherAgent.map { "another agent asks you already: process \($0). There is one at a time." }
        console.note("bailey: \(other ?? "the running Bailey is of another version.\nTry: bailey restart")")
        return .failed
      } catch {
        // An answer that was on its way as `baileyd` ended may not have come to it.
        if isAnswering { console.note(Self.lost) }
        // `baileyd` is restarted after a crash, or comes back with `bailey up`.
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
  }

  private func note(_ unanswered: AskedQuestion.Unanswered) {
    switch unanswered {
    case .elsewhere: console.note("bailey: that was answered elsewhere, taken back, or is asked again.")
    case .lost: console.note(Self.lost)
    }
  }

  private var prompt: (any PasscodePrompt & ConsentPrompt)? {
    if let program = pinentry ?? (hasWindows ? Self.dialog : nil) {
      return PinentryPrompt(program: program, terminal: terminal, turn: turn)
    }
    if console.inputIsTerminal { return TerminalPrompt(console: console) }
    // Without a terminal or a session whose bus it could ask on, it would ask nobody.
    guard Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil else { return nil }
    return Environment.program("pinentry").map { PinentryPrompt(program: $0, terminal: nil, turn: turn) }
  }

  private var hasWindows: Bool {
    Environment.value("WAYLAND_DISPLAY") != nil || Environment.value("DISPLAY") != nil
  }

  private var terminal: String? {
    guard console.inputIsTerminal else { return nil }
    return Environment.canonicalPath("/proc/self/fd/0")
  }

  /// Shared with `bailey unlock --window`: one window at a time.
  private var turn: PromptTurn? {
    guard let location = try? InstanceLocation.current() else { return nil }
    return PromptTurn(path: location.sockets + "/prompting")
  }

  private func enclave() throws -> OwnerChannel {
    let folder = try InstanceFolder(existing: .current())
    return try OwnerChannel(connectingTo: InstanceLocation.enclaveSocketName, in: folder.sockets)
  }
}

/// Asks on the terminal that the agent was started on.
private struct TerminalPrompt: PasscodePrompt, ConsentPrompt {
  let console: Console
  var over: ThreadNotifier?

  var hidesTyping: Bool { false }

  func until(_ over: ThreadNotifier) -> TerminalPrompt { TerminalPrompt(console: console, over: over) }

  func ask(_ text: PromptText) throws(PromptFailure) -> SecretBytes {
    for line in [text.complaint, text.description].compactMap({ $0 }) { console.note(line) }
    let refusing = text.language.says("(Ctrl-C to refuse)", it: "(Ctrl-C per rifiutare)", zh: "（Ctrl-C 拒绝）")
    do {
      return try PasscodeInput(console: console, until: over).read("\(text.label) \(refusing): ")
    } catch .cancelled {
      throw refusal
    } catch .empty {
      throw isOver ? .withdrawn : .empty
    } catch {
      throw .unusable
    }
  }

  func askOpenly(_ text: PromptText) throws(PromptFailure) -> SecretBytes {
    for line in [text.complaint, text.description].compactMap({ $0 }) { console.note(line) }
    let refusing = text.language.says(
      "(an empty line to refuse)", it: "(una riga vuota per rifiutare)", zh: "（空行表示拒绝）")
    console.note("\(text.label) \(refusing):")
    guard let line = console.readLine(until: over) else { throw isOver ? .withdrawn : .unusable }
    guard !line.isEmpty else { throw .empty }
    return SecretBytes(copying: Array(line.utf8).span)
  }

  func choose(_ text: ConsentText) throws(PromptFailure) -> ConsentChoice? {
    let asking = text.language.says(
      "Number (Enter: decide nothing)", it: "Numero (Invio: non decidere nulla)", zh: "编号（回车：不做决定）")
    return console.readChoice(text.lines, text.titles, asking: asking, until: over).map { text.choices[$0] }
  }

  func confirm(_ question: String, in language: PromptLanguage) throws(PromptFailure) -> YesOrNo {
    console.note("\(question) \(language.says("(yes or no)", it: "(sì o no)", zh: "（是 或 否）"))")
    guard let answer = console.readLine(until: over) else { throw isOver ? .withdrawn : .unusable }
    return language.isYes(answer) ? .yes : .no
  }

  private var isOver: Bool { over?.isNotified == true }

  private var refusal: PromptFailure { isOver ? .withdrawn : .cancelled }
}
