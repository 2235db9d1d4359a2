// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import IssuerMessages
import ServiceChannels
import Sockets
import SystemCalls
import Threads

/// The channel to the process that asks the organisation's issuer. The supervisor starts that process, and keeps both ends.
final class IssuerChannel: Sendable {
  private struct State {
    /// How many questions are under way, of each app.
    var ofApp: [String: Int] = [:]
    /// Whether the log has that an answer was too long: once is enough.
    var hasNotedLength = false
  }

  /// The time that an answer is waited for: longer than the process waits for the issuer.
  private static let patience = Duration.seconds(15)
  private static let timeToArrive = Duration.seconds(5)
  /// The maximum number of questions at one time: of all apps, and of one of them, so that none keeps the others out.
  private static let (most, mostOfApp) = (16, 2)

  private let socket: PacketSocket
  private let state = Locked(State())
  private let answers: ServiceAnswers<Result<[UInt8], IssuerCallFailure>>

  init(_ socket: consuming PacketSocket) throws(SystemError) {
    self.socket = socket
    // A random number: what that process still answers to a `baileyd` that has ended is no answer to a question of this one.
    answers = ServiceAnswers(atMost: Self.most, after: UInt64(UInt32.random(in: 1 ... .max)) << 32)
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
    guard begin(app) else { throw .unavailable }
    defer { end(app) }
    // It may be starting at this moment.
    guard answers.waitForArrival(within: Self.timeToArrive),
      let answer = answers.answer(within: Self.patience, to: { try order($0).send(on: socket) })
    else { throw .unavailable }
    return try answer.get()
  }

  private func begin(_ app: String) -> Bool {
    state.withLock { state in
      let own = state.ofApp[app, default: 0]
      guard own < Self.mostOfApp, state.ofApp.values.reduce(0, +) < Self.most else { return false }
      state.ofApp[app] = own + 1
      return true
    }
  }

  private func end(_ app: String) {
    state.withLock { state in
      let left = state.ofApp[app, default: 1] - 1
      state.ofApp[app] = left == 0 ? nil : left
    }
  }

  // MARK: - What is heard

  private func hear() {
    while let report = IssuerReport.next(from: socket) {
      switch report {
      case .here: answers.arrived()
      case .gone: answers.left()
      case .answered(let number, let body): answers.settle(number, .success(body))
      case .failed(let number, let failure):
        if failure == .answerTooLong { noteLength() }
        answers.settle(number, .failure(failure))
      }
    }
    answers.left()
  }

  /// Ends the wait of every question: `baileyd` ends.
  func leave() { answers.left() }

  private func noteLength() {
    let isNew = state.withLock { state in
      defer { state.hasNotedLength = true }
      return !state.hasNotedLength
    }
    if isNew { note("the issuer's answer is longer than \(largestIssuerBody) bytes: nothing is attested by it") }
  }
}
