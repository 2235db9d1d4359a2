// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import InstanceLayout
import KeychainModel
import LinuxSystem
import PromptModel
import ProtectionModel
import SecretMemory
import SupervisorMessages
import Synchronization

/// Follows one instance for the windows: its lock state, and the questions of programs. It begins again by itself when
/// Bailey was away.
final class InstanceWatcher: Sendable {
  let location: InstanceLocation
  let state: ConsoleState
  let broker: BrokerClient
  private let session: BrowserSession
  private let isOver = Atomic(false)

  /// How long the daemons are asked to wait for news, and how long nobody is asked after a failure.
  private static let wait: UInt16 = 5
  private static let pause = Duration.milliseconds(500)
  /// A question that somebody has in hand is asked for again this often, to see whether it is still open.
  private static let look = Duration.milliseconds(500)

  init(_ location: InstanceLocation, _ state: ConsoleState, _ session: BrowserSession) {
    self.session = session
    self.location = location
    self.state = state
    broker = BrokerClient(socket: location.brokerSocket)
  }

  func start() {
    refresh()
    _ = try? SystemThread.start(named: "lock state") { [self] in followState() }
    _ = try? SystemThread.start(named: "questions") { [self] in followQuestions() }
  }

  func stop() { isOver.store(true, ordering: .releasing) }

  // MARK: - What people do

  func lock() throws(EnclaveClientError) {
    defer { refresh() }
    try enclave().lock(.now)
  }

  func unlock(_ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    defer { refresh() }
    try enclave().unlock(passcode)
  }

  /// The passcode goes to the enclave under the question's number; `baileyd` hears that it was right, and asks the enclave.
  func prove(_ number: QuestionNumber, _ passcode: consuming SecretBytes) throws(EnclaveClientError) {
    defer { refresh() }
    try enclave().prove(PasscodeProof(of: ProofToken(number), by: passcode))
    settle(number, .proved)
  }

  /// The password of a file-based keychain, which `baileyd` tries.
  func give(_ password: consuming SecretBytes, for number: QuestionNumber) {
    // A question that was withdrawn meanwhile needs no answer.
    try? broker.give(SecretData(password), for: number)
    state.change { if $0.question?.number == number { $0.question = nil } }
  }

  func cancel(_ number: QuestionNumber) { settle(number, .cancelled) }

  private func settle(_ number: QuestionNumber, _ outcome: QuestionOutcome) {
    // A question that was withdrawn meanwhile needs no answer.
    try? broker.settle(number, outcome)
    state.change { if $0.question?.number == number { $0.question = nil } }
  }

  // MARK: - News

  private func followState() {
    var known: LockState?
    while !isOver.load(ordering: .acquiring) {
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
    let (status, instance, isIdle) = (try? enclave().status(), try? facts(), session.isIdle)
    state.change { shown in
      (shown.status, shown.instance, shown.isIdle) = (status, instance, isIdle)
      // What an idle page does not show, it must not answer either.
      if isIdle { shown.question = nil }
    }
  }

  private func facts() throws(SupervisorClientError) -> InstanceFacts {
    var supervisor = try supervisor()
    let status = try supervisor.status()
    return InstanceFacts(status, settings: try? supervisor.settings())
  }

  private func followQuestions() {
    while !isOver.load(ordering: .acquiring) {
      if state.shown.isIdle {
        _ = try? Poll.readable([], within: Self.pause)
        continue
      }
      let isAsking = state.shown.question != nil
      do {
        // `baileyd` gives a question that this agent has in hand once more, unless it is over.
        let question = try broker.nextQuestion(seconds: isAsking ? 0 : Self.wait)
        state.change { $0.question = question }
        if question != nil { _ = try? Poll.readable([], within: Self.look) }
      } catch {
        state.change { $0.question = nil }
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
