// SPDX-License-Identifier: Apache-2.0
import Events
import FingerprintMessages
import PromptModel
import PromptQueue
import ServiceChannels
import Sockets
import SystemCalls
import Threads

/// The channel to the process that speaks with the fingerprint sensor. The supervisor starts that process when it is wanted first,
/// and keeps both ends: a program that an app's message brought to run in here could not pretend a finger to another one.
final class SensorChannel: FingerSensor {
  private struct State {
    /// Whether nobody came when the sensor was wanted: who asks later does not wait.
    var isMissing = false
    var reading: (number: FingerReadingNumber, heard: @Sendable (FingerReading) -> Void)?
    /// What found no room on the channel, and ends a reading: it is sent as soon as there is room.
    var unsent: [SensorOrder] = []
    var whenWanted: (@Sendable () -> Void)?
    var isWanted = false
  }

  private static let patience = Duration.seconds(3)
  /// The maximum number of questions for the enrolled fingers at one time.
  private static let maximumWaiting = 64

  /// The time until the next try to send what found no room.
  private static let pause = Duration.milliseconds(50)

  private let socket: PacketSocket
  private let state = Locked(State())
  private let answers = ServiceAnswers<SensorReport.Enrolment>(atMost: maximumWaiting)
  private let unsentNews: ThreadNotifier

  init(_ socket: consuming PacketSocket) throws(SystemError) {
    self.socket = socket
    unsentNews = try ThreadNotifier()
    try SystemThread.start(named: "fingerprints") { [self] in hear() }
    sendSurely(.hello)
  }

  /// Calls the listener once, when somebody wants to know of fingers, which may be now.
  func onWant(_ listener: @escaping @Sendable () -> Void) {
    let isWanted = state.withLock { state in
      state.whenWanted = listener
      return state.isWanted
    }
    if isWanted { listener() }
  }

  // MARK: - FingerSensor

  func fingers() throws(FingerSensorFailure) -> FingerEnrolment {
    try waitForArrival()
    let answer = answers.answer(within: Self.patience) { try SensorOrder.fingers(request: $0).send(on: socket) }
    switch answer {
    case .at(let enrolment): return enrolment
    case .noSensor, nil: throw .unavailable
    }
  }

  func read(_ heard: @escaping @Sendable (FingerReading) -> Void) throws(FingerSensorFailure) -> FingerReadingNumber {
    try waitForArrival()
    let number = answers.nextNumber()
    state.withLock { $0.reading = (number, heard) }
    do { try SensorOrder.read(number).send(on: socket) } catch {
      // It has not begun, and one before it may not have ended.
      state.withLock { if $0.reading?.number == number { $0.reading = nil } }
      throw .unavailable
    }
    return number
  }

  func stop(_ reading: FingerReadingNumber) {
    state.withLock { if $0.reading?.number == reading { $0.reading = nil } }
    sendSurely(.stop(reading))
  }

  /// Sends what ends a reading: at once, or as soon as there is room. A sensor that was left on would read for nobody.
  private func sendSurely(_ order: SensorOrder) {
    let isUnsent = state.withLock { state in
      // A later order to stop is one for what was begun last, of which there is one at a time.
      if state.unsent.count < 2 { state.unsent.append(order) } else { state.unsent[1] = order }
      return !send(&state.unsent)
    }
    if isUnsent { unsentNews.notify() }
  }

  /// Whether everything was sent.
  private func send(_ unsent: inout [SensorOrder]) -> Bool {
    while let order = unsent.first {
      do { try order.send(on: socket) } catch { return false }
      unsent.removeFirst()
    }
    return true
  }

  /// Waits for the process once, as it is started; later it is there or it is not.
  private func waitForArrival() throws(FingerSensorFailure) {
    let (isMissing, want) = state.withLock { state in
      defer { state.isWanted = true }
      return (state.isMissing, state.isWanted ? nil : state.whenWanted)
    }
    if answers.isHere { return }
    if isMissing { throw .unavailable }
    want?()
    let hasCome = answers.waitForArrival(within: Self.patience)
    state.withLock { $0.isMissing = !hasCome && !answers.isHere }
    guard hasCome else { throw .unavailable }
  }

  // MARK: - What is heard

  private func hear() {
    while true {
      let isUnsent = state.withLock { !send(&$0.unsent) }
      guard let ready = try? Poll.readable([socket.raw, unsentNews.raw], within: isUnsent ? Self.pause : nil) else {
        break
      }
      if ready[1] { unsentNews.wait(within: .zero) }
      guard ready[0] else { continue }
      guard let report = SensorReport.next(from: socket) else { break }
      take(report)
    }
    leave()
  }

  private func take(_ report: SensorReport) {
    switch report {
    case .here:
      answers.arrived()
      state.withLock { $0.isMissing = false }
    case .gone: leave()
    case .fingers(let request, let enrolment): answers.settle(request, enrolment)
    case .matched(let reading, let set): tell(reading, .matched(set))
    case .missed(let reading): tell(reading, .missed)
    case .ended(let reading): tell(reading, .ended)
    }
  }

  private func tell(_ number: FingerReadingNumber, _ reading: FingerReading) {
    let heard = state.withLock { $0.reading?.number == number ? $0.reading?.heard : nil }
    heard?(reading)
  }

  private func leave() {
    answers.left()
    state.withLock { $0.reading }?.heard(.ended)
  }
}
