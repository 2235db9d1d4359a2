// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
package import MessageBus
import OwnProcess
import PromptModel
import ProtectionModel
import SecretServiceModel
package import SystemCalls
import Threads

/// The service on a message bus, until the bus goes away or `stop`.
///
/// Calls are answered one after the other, on the connection's thread once it is known which program calls: while one is under way
/// the bus keeps the others, however many there are.
package final class SecretServer: Sendable {
  package static let name = "org.freedesktop.secrets"
  private static let bus = "org.freedesktop.DBus"

  private let connection: BusConnection
  private let subscriptions: [BusSubscription]
  private let ended: ThreadNotifier
  private let isOver: Locked<Bool>
  private let work: SecretWork

  /// Throws `nameTaken` where another service has the name; it is left to it. `whenReached` is called once when `baileyd` has
  /// answered for the first time.
  package init(
    on place: BusPlace, _ device: any SecretDevice, whenReached: @escaping @Sendable () -> Void = {}
  ) throws(BusError) {
    let isOver = Locked(false)
    let ended: ThreadNotifier
    do { ended = try ThreadNotifier() } catch { throw .failed(code: error.code) }
    let connection = try BusConnection(to: place) {
      isOver.withLock { $0 = true }
      ended.notify()
    }
    let work: SecretWork
    do { work = try SecretWork(SecretService(device), device, connection, isOver) } catch {
      throw .failed(code: error.code)
    }
    self.work = work
    let callers = CallerBook(connection) { [weak work] request, program in
      work?.answer(request, of: program)
    } forget: { [weak work] name in
      work?.forget(name)
    }
    let object = try connection.export(
      SecretObject.root, .objectAndThoseBelow, interfaces: Set(SecretInterface.allCases.map(\.rawValue))
    ) { request in callers.take(request) }
    let portal = SecretPortal(connection) { [weak work] app in work?.secret(ofApp: app) }
    let apps = try connection.export(SecretPortal.path, interfaces: SecretPortal.interfaces) { portal.take($0) }
    let leaving = try connection.subscribe(
      to: SignalMatch(from: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, member: "NameOwnerChanged")
    ) { message in work.nameChanged(message, callers) }
    self.connection = connection
    self.ended = ended
    self.isOver = isOver
    subscriptions = [object, apps, leaving]
    // Before the name is there, so that the first call finds the items.
    let changes = device.ownersChangeCount(otherThan: 0, seconds: 0)
    let state = device.currentLockState(otherThan: nil, seconds: 0)
    if state != nil { whenReached() }
    work.follow(state)
    do {
      try SystemThread.start(named: "lock-state") { work.followAll(from: state, whenReached) }
      try SystemThread.start(named: "owner") { work.followOwner(from: changes) }
    } catch {
      throw .failed(code: error.code)
    }
    try connection.requestName(Self.name)
    // Whoever answers for apps already goes on doing so.
    do throws(BusError) { try connection.requestName(SecretPortalFiles.name) } catch .nameTaken {}
  }

  /// Serves until the bus goes away, or this descriptor can be read.
  package func serve(until stop: Int32) throws(SystemError) {
    _ = try Poll.readable([ended.raw, stop])
    self.stop()
  }

  package func stop() {
    isOver.withLock { $0 = true }
    work.endLog()
    connection.close()
  }
}

/// What the threads of a server do.
private final class SecretWork: Sendable {
  private static let patience: UInt16 = 60
  /// The time for which a `baileyd` that was started again and unlocked may be taken for a locked one.
  private static let pause = Duration.milliseconds(100)

  private let service: SecretService
  private let device: any SecretDevice
  private let connection: BusConnection
  private let isOver: Locked<Bool>
  private let log: ReadLog
  private let heaps = HeapRelief()
  /// The size of an answer, in elements, from which on its memory is given back.
  private static let large = 512

  init(
    _ service: SecretService, _ device: any SecretDevice, _ connection: BusConnection, _ isOver: Locked<Bool>
  ) throws(SystemError) {
    self.service = service
    self.device = device
    self.connection = connection
    self.isOver = isOver
    log = try ReadLog(until: isOver) { device.note($0) }
  }

  // MARK: - Programs

  func answer(_ request: BusRequest, of program: SecretProgram?) {
    if !service.isKnown { catchUp() }
    let outcome = service.answer(request.message, of: program)
    log.add(outcome.readings)
    switch outcome.reply {
    case .success(let values):
      request.answer(values)
      if values.contains(where: { $0.elementCount >= Self.large }) { heaps.begin() }
    case .failure(let failure): request.fail(failure.name, failure.words)
    }
    emit(outcome.signals)
    if let question = service.questionInVain { device.invalidate(question) }
    askNext()
  }

  func secret(ofApp app: String) -> SecretContent? {
    if !service.isKnown { catchUp() }
    let (content, outcome) = service.secret(ofApp: app)
    log.add(outcome.readings)
    emit(outcome.signals)
    return content
  }

  /// Forgets the callers of a unique name that nobody has any more.
  func nameChanged(_ message: BusMessage, _ callers: CallerBook) {
    let names = message.arguments.map { $0.text ?? "" }
    if names.count == 3, names[0].hasPrefix(":"), names[2].isEmpty { callers.leave(names[0]) }
  }

  func forget(_ name: String) {
    if let question = service.forget(name) { device.invalidate(question) }
  }

  func endLog() { log.end() }

  private func emit(_ signals: [BusSignal]) {
    // Where it fails, the bus has gone, and whoever listened with it.
    for signal in signals { try? connection.emit(signal) }
  }

  // MARK: - The lock state

  /// Looks at the lock state as it is now: news of the first unlock may still be on its way to whoever asks right after it.
  private func catchUp() {
    let state = device.currentLockState(otherThan: nil, seconds: 0)
    if service.isNews(state) { follow(state) }
  }

  func follow(_ state: LockState?) {
    let wasKnown = service.isKnown
    emit(service.follow(state))
    if service.isKnown, !wasKnown { heaps.begin() }
    askNext()
  }

  /// Follows the lock state as long as there is a bus.
  func followAll(from first: LockState?, _ whenReached: () -> Void) {
    var (state, wasReached) = (first, first != nil)
    while !isOver.withLock({ $0 }) {
      let next = device.currentLockState(otherThan: state, seconds: Self.patience)
      if next != nil, !wasReached {
        wasReached = true
        whenReached()
      }
      if next != state { follow(next) }
      state = next
      if next == nil { _ = try? Poll.readable([], within: Self.pause) }
    }
  }

  // MARK: - What the owner changes

  /// Reads again what the owner has changed, as long as there is a bus. A reading that failed is tried once more, and so is a
  /// `baileyd` that did not answer.
  func followOwner(from first: UInt64?) {
    var known = first ?? 0
    while !isOver.withLock({ $0 }) {
      let count = device.ownersChangeCount(otherThan: known, seconds: Self.patience)
      if let count, count == known || readAgain() {
        known = count
      } else {
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
  }

  private func readAgain() -> Bool {
    guard let signals = try? service.readAgain() else { return false }
    emit(signals)
    return true
  }

  // MARK: - Questions

  /// Puts what there is to ask on a thread of its own: the person may take their time.
  private func askNext() {
    guard let next = service.nextBatch() else { return }
    do {
      try SystemThread.start(named: "question") { self.ask(next.batch, asOf: next.changes) }
    } catch {
      emit(service.settle(next.batch, .unasked, asOf: next.changes))
    }
  }

  private func ask(_ batch: PromptBatch, asOf changes: Int) {
    emit(service.settle(batch, SecretQuestion(batch).ask(device), asOf: changes))
    askNext()
  }
}

extension BusValue {
  fileprivate var elementCount: Int {
    switch self {
    case .array(_, let elements): elements.count
    case .dictionary(_, _, let entries): entries.count
    default: 0
    }
  }
}
