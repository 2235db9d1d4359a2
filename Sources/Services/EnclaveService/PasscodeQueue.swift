// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Keybag

/// Tries of passcodes, of which one at a time is stretched: at first as many as a person needs, then one a second. A right
/// one counts for nothing.
final class PasscodeQueue {
  /// Tries that wait, and those of one process among them.
  static let maximum = 24
  static let maximumOfProcess = 4
  /// The number of tries without a delay, which is more than wrong passcodes have.
  private static let burst: UInt64 = 10

  private struct Waiting {
    let passcodeTry: PasscodeTry
    let connection: EnclaveConnection
  }

  private let worker: PasscodeWorker
  private var waiting: [Waiting] = []
  private var current: Waiting?
  private var limit: RateLimit
  /// The latest turn of each process, counted in turns.
  private var turns: [Int32: UInt64] = [:]
  private var turn: UInt64 = 0

  init(_ worker: PasscodeWorker, at now: BootInstant) {
    self.worker = worker
    limit = RateLimit(burst: Self.burst, perSecond: 1, from: now)
  }

  func add(_ passcodeTry: PasscodeTry, for connection: EnclaveConnection) throws(EnclaveRefusal) {
    guard waiting.count < Self.maximum,
      waiting.count(where: { $0.connection.process == connection.process }) < Self.maximumOfProcess
    else { throw .tooManyRequests }
    // Whoever asked for it is not there to be held back: one waits at a time.
    let offers = waiting.count { $0.passcodeTry.isAnsweredFirst }
    guard !passcodeTry.isAnsweredFirst || offers == 0 else { throw .tooManyRequests }
    waiting.append(Waiting(passcodeTry: passcodeTry, connection: connection))
  }

  /// Removes the waiting tries of a connection. One that was answered already is carried out all the same.
  func remove(_ connection: EnclaveConnection) {
    waiting.removeAll { $0.connection === connection && !$0.passcodeTry.isAnsweredFirst }
  }

  /// The time at which the next waiting passcode can be taken; nil where none waits, or one is being derived at this
  /// moment.
  func nextStart(at now: BootInstant) -> BootInstant? {
    waiting.isEmpty || current != nil ? nil : limit.nextPass(at: now)
  }

  /// The next whose turn it is now. Among processes the one whose latest turn is longest ago comes first.
  func next(at now: BootInstant) -> (PasscodeTry, EnclaveConnection)? {
    guard current == nil, let index = indexOfNext, limit.take(at: now) == .passes else { return nil }
    let next = waiting.remove(at: index)
    turn += 1
    if turns.count >= 4 * Self.maximum { turns = turns.filter { turn - $0.value < Self.maximum } }
    turns[next.connection.process] = turn
    return (next.passcodeTry, next.connection)
  }

  private var indexOfNext: Int? {
    waiting.indices.min { turns[waiting[$0].connection.process] ?? 0 < turns[waiting[$1].connection.process] ?? 0 }
  }

  func begin(_ passcodeTry: PasscodeTry, for connection: EnclaveConnection, _ plan: StretchingPlan) {
    current = Waiting(passcodeTry: passcodeTry, connection: connection)
    worker.begin(passcodeTry, plan)
  }

  var isDone: Bool { worker.isDone }

  /// The outcome of the try under way, and its connection.
  func takeOutcome() -> (PasscodeTry, PasscodeWorker.Outcome, EnclaveConnection)? {
    guard let waited = current, let outcome = worker.takeOutcome() else { return nil }
    current = nil
    return (waited.passcodeTry, outcome, waited.connection)
  }

  /// Takes a try back: it was no wrong passcode, so it is not counted.
  func giveBack() { limit.giveBack() }

  func stop() { worker.stop() }
}
