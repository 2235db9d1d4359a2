// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Events
import IssuerMessages
import Sockets
import SystemCalls
import Threads

/// The channel to the process that asks the organisation's issuer. The supervisor starts that process, and keeps both ends.
final class IssuerChannel: Sendable {
  private struct State {
    var isHere = false
    /// Begins at a random one: what that process still answers to a `baileyd` that has ended is no answer to a question of this one.
    var lastNumber = UInt64(UInt32.random(in: 1 ... .max)) << 32
    var waiting: [UInt64: ThreadNotifier] = [:]
    var answers: [UInt64: Result<[UInt8], IssuerCallFailure>] = [:]
    /// How many questions of an app are under way.
    var ofApp: [String: Int] = [:]
    var arrivals: [ThreadNotifier] = []
    /// Whether the log has that an answer was too long: once is enough.
    var hasNotedLength = false
  }

  /// Longer than the process waits for the issuer.
  private static let patience = Duration.seconds(15)
  private static let timeToArrive = Duration.seconds(5)
  /// The maximum number of questions at one time: of all apps, and of one of them, so that none keeps the others out.
  private static let (most, mostOfApp) = (16, 2)

  private let socket: PacketSocket
  private let state = Locked(State())

  init(_ socket: consuming PacketSocket) throws(SystemError) {
    self.socket = socket
    try SystemThread.start(named: "issuer") { [self] in hear() }
    try? IssuerOrder.hello.send(on: self.socket)
  }

  func challenge(for app: String) throws(IssuerCallFailure) -> [UInt8] { try ask(app) { .challenge($0) } }

  func attestation(of request: [UInt8], for app: String) throws(IssuerCallFailure) -> [UInt8] {
    try ask(app) { .attest($0, request: request) }
  }

  func deviceToken(of request: [UInt8], for app: String) throws(IssuerCallFailure) -> [UInt8] {
    try ask(app) { .deviceToken($0, request: request) }
  }

  private func ask(_ app: String, _ order: (UInt64) -> IssuerOrder) throws(IssuerCallFailure) -> [UInt8] {
    guard let notifier = try? ThreadNotifier() else { throw .unavailable }
    let (number, isHere) = try state.withLock { state throws(IssuerCallFailure) in
      guard state.waiting.count < Self.most, state.ofApp[app, default: 0] < Self.mostOfApp else { throw .unavailable }
      state.lastNumber += 1
      state.ofApp[app, default: 0] += 1
      state.waiting[state.lastNumber] = notifier
      if !state.isHere { state.arrivals.append(notifier) }
      return (state.lastNumber, state.isHere)
    }
    defer { forget(number, app, notifier) }
    // It may be starting at this moment.
    if !isHere { notifier.wait(within: Self.timeToArrive) }
    guard state.withLock({ $0.isHere }), (try? order(number).send(on: socket)) != nil else { throw .unavailable }
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      notifier.wait(within: ContinuousClock.now.duration(to: deadline))
      let (answer, isHere) = state.withLock { ($0.answers[number], $0.isHere) }
      if let answer { return try answer.get() }
      if !isHere { break }
    }
    throw .unavailable
  }

  private func forget(_ number: UInt64, _ app: String, _ notifier: ThreadNotifier) {
    state.withLock { state in
      (state.waiting[number], state.answers[number]) = (nil, nil)
      state.arrivals.removeAll { $0 === notifier }
      let left = state.ofApp[app, default: 1] - 1
      state.ofApp[app] = left == 0 ? nil : left
    }
  }

  // MARK: - What is heard

  private func hear() {
    while let report = IssuerReport.next(from: socket) {
      switch report {
      case .here:
        for notifier in state.withLock({ state in
          state.isHere = true
          return state.arrivals
        }) { notifier.notify() }
      case .gone: leave()
      case .answered(let number, let body): settle(number, .success(body))
      case .failed(let number, let failure):
        if failure == .answerTooLong { noteLength() }
        settle(number, .failure(failure))
      }
    }
    leave()
  }

  private func noteLength() {
    let isNew = state.withLock { state in
      defer { state.hasNotedLength = true }
      return !state.hasNotedLength
    }
    if isNew { note("the issuer's answer is longer than \(largestIssuerBody) bytes: nothing is attested by it") }
  }

  private func settle(_ number: UInt64, _ answer: Result<[UInt8], IssuerCallFailure>) {
    state.withLock { state in
      guard let notifier = state.waiting[number] else { return }
      state.answers[number] = answer
      notifier.notify()
    }
  }

  /// Ends the wait of every question, because the process is gone or `baileyd` ends.
  func leave() {
    let waiting = state.withLock { state in
      state.isHere = false
      return state.waiting
    }
    for notifier in waiting.values { notifier.notify() }
  }
}
