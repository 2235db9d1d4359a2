// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import Clocks
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Files
import InstanceLayout
import KeychainModel
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import SupervisorMessages
import Synchronization
import SystemCalls
import Threads

/// Follows one instance for the windows: its lock state, and the questions of programs. It begins again by itself when
/// Bailey was away.
final class InstanceWatcher: Sendable {
  let location: InstanceLocation
  let state: ConsoleState
  let broker: BrokerClient
  private let session: BrowserSession
  /// What apps used, for as long as somebody looks.
  let ledger = Locked(KnownAccesses())
  /// The items of the last search, and when they were asked for.
  let knownOwn = Locked<(passwords: KnownOwnPasswords, milliseconds: UInt64)?>(nil)
  let knownItems = Locked<(list: PasswordList, milliseconds: UInt64)?>(nil)
  /// The folders that windows show; nil where there are none.
  let shownFolders = Locked<ShownFolders?>(nil)
  private let entry = UnlockingEntry()
  private let isOver = Atomic(false)

  /// How long the daemons are asked to wait for news, and how long nobody is asked after a failure.
  static let wait: UInt16 = 5
  static let pause = Duration.milliseconds(500)
  /// How soon a window that opens is told what is asked.
  private static let look = Duration.milliseconds(200)

  init(_ location: InstanceLocation, _ broker: BrokerClient, _ state: ConsoleState, _ session: BrowserSession) {
    self.session = session
    self.location = location
    self.state = state
    self.broker = broker
  }

  func start() {
    refresh()
    _ = try? SystemThread.start(named: "lock state") { [self] in followState() }
    _ = try? SystemThread.start(named: "questions") { [self] in followQuestions() }
    _ = try? SystemThread.start(named: "answers") { [self] in followAnswers() }
    _ = try? SystemThread.start(named: "accesses") { [self] in followAccesses() }
    _ = try? SystemThread.start(named: "files") { [self] in followFiles() }
  }

  var hasStopped: Bool { isOver.load(ordering: .acquiring) }

  func stop() { isOver.store(true, ordering: .releasing) }

  // MARK: - What people do

  func lock() throws(EnclaveClientError) {
    defer { refresh() }
    entry.forget()
    try enclave().lock(.now)
  }

  func unlock(_ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    defer { refresh() }
    try enclave().unlock(passcode)
  }

  /// Unlocks for what a site wants. The question that follows upon it takes no other entry.
  func unlock(_ passcode: consuming SecretBytes, for number: QuestionNumber) throws(EnclaveClientError) {
    defer { refresh() }
    if let asked = shown(number)?.question { entry.keep(passcode.duplicate(), for: asked) }
    do { try enclave().unlock(passcode) } catch {
      entry.forget()
      throw error
    }
  }

  /// Proves the question by the passcode that was given with the unlock. False where none was.
  func agree(to number: QuestionNumber) throws(EnclaveClientError) -> Bool {
    guard let question = shown(number)?.question, let passcode = entry.take(for: question) else {
      refresh()
      return false
    }
    try prove(number, passcode, .proved)
    return true
  }

  private func shown(_ number: QuestionNumber) -> ShownQuestion? {
    state.shown.questions.first { $0.question.number == number }
  }

  /// The passcode goes to the enclave under the question's number, with a hash of the question as the page shows it;
  /// `baileyd` hears that it was right, and asks the enclave.
  func prove(
    _ number: QuestionNumber, _ passcode: consuming SecretBytes, _ outcome: QuestionOutcome
  ) throws(EnclaveClientError) {
    defer { refresh() }
    // A question that was withdrawn meanwhile needs no answer.
    guard let statement = shown(number)?.question.statement else { return }
    try enclave().prove(PasscodeProof(of: number, for: statement.digest, by: passcode))
    settle(number, outcome)
  }

  /// The password of a file-based keychain, which `baileyd` tries.
  func give(_ password: consuming SecretBytes, for number: QuestionNumber) {
    // A question that was withdrawn meanwhile needs no answer.
    try? broker.give(SecretData(password), for: number)
    forget(number)
  }

  /// Refuses a question, as the person chose in a notice of the desktop. A question for an app's access is answered by no, any other one is taken back.
  func refuse(_ number: QuestionNumber) {
    guard let shown = shown(number) else { return }
    if case .consent(let asked) = shown.question.kind, let refusal = asked.choices.first(where: \.isRefusal) {
      // May fail where the question is over.
      try? choose(refusal, for: number)
    } else {
      cancel(number)
    }
  }

  func cancel(_ number: QuestionNumber) { settle(number, .cancelled) }

  func useAnotherDevice(_ number: QuestionNumber) { settle(number, .elsewhere) }

  private func settle(_ number: QuestionNumber, _ outcome: QuestionOutcome) {
    if let question = shown(number)?.question { entry.refuse(question) }
    // A question that was withdrawn meanwhile needs no answer.
    try? broker.settle(number, outcome)
    forget(number)
  }

  /// Whether an app may have what it asks for.
  func choose(_ choice: ConsentChoice, for number: QuestionNumber) throws(ConsoleFailure) {
    try answering(number) { () throws(BrokerClientError) in try broker.settle(number, choosing: choice) }
  }

  /// What an app gets of the person's files, by its path: the program that started the app looks whether it can be had.
  func answer(_ number: QuestionNumber, _ answer: FileAnswer) throws(ConsoleFailure) {
    try answering(number) { () throws(BrokerClientError) in try broker.answer(number, answer) }
  }

  /// Answers a question for the account that signs in at a site.
  func answer(_ number: QuestionNumber, _ answer: AccountAnswer) throws(ConsoleFailure) {
    try answering(number) { () throws(BrokerClientError) in try broker.answer(number, answer) }
  }

  private func answering(
    _ number: QuestionNumber, _ answer: () throws(BrokerClientError) -> Void
  ) throws(ConsoleFailure) {
    do throws(BrokerClientError) {
      try answer()
    } catch .refused(.locked(let operation)) {
      throw .broker(.refused(.locked(operation)))
    } catch {
      // A question that was withdrawn meanwhile needs no answer.
    }
    forget(number)
  }

  private func forget(_ number: QuestionNumber) {
    state.change { shown in shown.questions.removeAll { $0.question.number == number } }
  }

  // MARK: - News

  private func followState() {
    var known: LockState?
    while !hasStopped {
      do {
        known = try broker.lockState(otherThan: known, seconds: known == nil ? 0 : Self.wait)
      } catch {
        known = nil
        _ = try? Poll.readable([], within: Self.pause)
      }
      refresh()
    }
  }

  func refresh() {
    let moment = BootClock.system.now()
    let (status, instance, isIdle) = (try? enclave().status(), try? facts(), session.isIdle)
    let isUnlocked = status?.state == .unlocked && !isIdle
    forgetItems(isUnlocked: isUnlocked)
    if !isUnlocked { entry.forget(keptBefore: moment) }
    state.change { shown in
      (shown.status, shown.instance, shown.isIdle) = (status, instance, isIdle)
    }
  }

  private func facts() throws(SupervisorClientError) -> InstanceFacts {
    var supervisor = try supervisor()
    return InstanceFacts(try supervisor.status())
  }

  /// A window opens: what apps ask from now on waits until it shows questions, for as long as `baileyd` takes an agent to
  /// be there that does not ask for the next one at once.
  func expectWindow() {
    // Where `baileyd` does not answer, no app could ask it either.
    _ = try? broker.questions(otherThan: 0, seconds: 0)
  }

  /// Follows questions only while there is a window: an app that asks where nobody can be asked hears so at once. One in which nobody has been
  /// for a time is told that there are questions; whoever gives the passcode there sees them.
  private func followQuestions() {
    var known: UInt64 = 0
    while !hasStopped {
      guard state.hasWindows else {
        known = 0
        entry.forget()
        state.change { $0.questions = [] }
        _ = try? Poll.readable([], within: Self.look)
        continue
      }
      do {
        let (waiting, count) = try broker.questions(otherThan: known, seconds: Self.wait)
        known = count
        let now = BootClock.system.now()
        entry.follow(waiting.map(\.question))
        state.change { [entry] shown in
          shown.questions = ShownQuestion.list(waiting, knowing: shown.questions, given: entry, at: now)
        }
      } catch {
        known = 0
        entry.forget()
        state.change { $0.questions = [] }
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
  }

  /// A connection for each call: what somebody types never waits behind another's.
  func enclave() throws(EnclaveClientError) -> OwnerChannel {
    let folder: FileDescriptor
    do { folder = try FileDescriptor.open(location.sockets, OpenFlag.path) } catch { throw .unreachable(error) }
    return try OwnerChannel(connectingTo: InstanceLocation.enclaveSocketName, in: folder)
  }

  func supervisor() throws(SupervisorClientError) -> SupervisorClient {
    let folder: FileDescriptor
    do { folder = try FileDescriptor.open(location.sockets, OpenFlag.path) } catch { throw .notRunning }
    return try SupervisorClient(connectingTo: InstanceLocation.supervisorSocketName, in: folder)
  }
}
