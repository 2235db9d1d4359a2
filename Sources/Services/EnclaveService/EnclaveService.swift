// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Events
import Glibc
import IPCTransport
import Keybag
import LockCoordinator
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls
import Threads
import WireFormat

/// Serves every channel of the enclave from one thread: a round looks at each channel once, so that none can starve
/// another, and nothing is ever sent to a peer that does not read.
///
/// How the enclave is started and what the starter may rely on is said at `EnclaveStart`.
final class EnclaveService {
  /// Instances of `bailey-fs` and `baileyd` at one time.
  static let maximumObservers = 8

  let monitor: EnclaveMonitor
  let clock: BootClock
  let listener: PacketSocket
  private let supervisor: EnclaveConnection
  private let stopSignals: SignalDescriptor
  private let timer: TimerDescriptor
  /// The only user whose command line is heard.
  let owner: UInt32
  var connections: [UInt64: EnclaveConnection] = [:]
  /// The descriptors that a round waits for: every connection but those that wait, the stop signals, the timer and the
  /// listener.
  private let heard: ReadinessSet
  let passcodes: PasscodeQueue
  /// The channel of `adoptEvents` until its `adoptFiles` comes, or another `adoptEvents`.
  var adopted: EnclaveConnection?
  /// Requests of the command line, by process.
  private var often: [Int32: RateLimit] = [:]
  private var lastNumber: UInt64 = 0
  private var incoming = WireBuffer(capacity: EnclaveProtocol.largestRequest)
  private var outgoing = WireBuffer(capacity: EnclaveProtocol.largestReply)
  private var stage = Stage.serving
  private var timerIsSetTo: BootInstant?
  /// How long a round goes on serving signers, all of them together, before the others get their turn.
  private static let timeForSigning = Duration.milliseconds(1)
  /// Whether the enclave polls for more: on one processor a signer could not send its next request meanwhile.
  private let looksForMore = ProcessorAffinity.hasSeveral
  /// Whether there is enough secret memory for programs' shared pages beside the keys.
  let programsMayShare = SecretPages.haveRoom(for: 1 << 20)

  private enum Stage { case serving, stopped }
  /// The numbers of what is waited for beside connections, which no connection has.
  private enum Number {
    static let stopSignals = UInt64.max
    static let timer = UInt64.max - 1
    static let listener = UInt64.max - 2
    static let passcode = UInt64.max - 3
    /// Added to a connection's number: the notifier of its shared-memory channel.
    static let ofMemoryChannel: UInt64 = 1 << 62
  }

  init(
    _ monitor: EnclaveMonitor, supervisor: consuming PacketSocket, listener: consuming PacketSocket,
    stopSignals: consuming SignalDescriptor, timer: consuming TimerDescriptor, owner: UInt32, clock: BootClock
  ) throws(SystemError) {
    let heard = try ReadinessSet()
    try heard.add(stopSignals.descriptor.raw, as: Number.stopSignals)
    try heard.add(timer.descriptor.raw, as: Number.timer)
    try heard.add(listener.raw, as: Number.listener)
    let worker = try PasscodeWorker()
    try heard.add(event: worker.finished.raw, as: Number.passcode)
    passcodes = PasscodeQueue(worker, at: clock.now())
    try heard.add(supervisor.raw, as: 0)
    self.heard = heard
    self.monitor = monitor
    self.clock = clock
    self.listener = listener
    self.stopSignals = stopSignals
    self.timer = timer
    self.owner = owner
    self.supervisor = EnclaveConnection(number: 0, role: .supervisor, supervisor, at: clock.now())
    connections[0] = self.supervisor
  }

  /// Says that it is ready, and serves until it is told to stop or the supervisor is gone.
  func run() throws(SystemError) {
    send(.ready, to: supervisor)
    while stage == .serving { try round() }
    monitor.close()
    passcodes.stop()
  }

  // MARK: - One round

  private func round() throws(SystemError) {
    if nextTick != timerIsSetTo {
      timerIsSetTo = nextTick
      try timer.set(timerIsSetTo)
    }
    let ready = try heard.wait(within: !monitor.isLocking && passcodes.isDone ? .zero : nil)
    if ready.contains(Number.stopSignals), stopSignals.next() != nil { return stop() }
    let order = inOrder(ready.compactMap { requester($0) })
    if ready.contains(Number.timer) {
      timerIsSetTo = nil
      try timer.set(nil)
      monitor.tick()
      afterChange()
      beginNextTry()
    }
    var endOfSigning: ContinuousClock.Instant?
    for (connection, way) in order {
      // It may have been closed on behalf of another one in this round.
      guard connections[connection.number] === connection, !connection.isWaiting else { continue }
      guard serve(connection, way) != nil, connection.role == .signer, looksForMore else { continue }
      let end = endOfSigning ?? ContinuousClock.now.advanced(by: Self.timeForSigning)
      endOfSigning = end
      serveOn(connection, until: end)
    }
    // After the locks of this round: who asked for one is answered before a passcode unlocks.
    finishTry()
    if ready.contains(Number.listener) { acceptAll() }
  }

  private var nextTick: BootInstant? {
    guard let tick = monitor.nextTick, let start = passcodes.nextStart(at: clock.now()) else {
      return monitor.nextTick ?? passcodes.nextStart(at: clock.now())
    }
    return min(tick, start)
  }

  private typealias Requester = (connection: EnclaveConnection, way: EnclaveConnection.Way)

  private func requester(_ number: UInt64) -> Requester? {
    guard let connection = connections[number & ~Number.ofMemoryChannel] else { return nil }
    return (connection, number & Number.ofMemoryChannel == 0 ? .socket : .memoryChannel)
  }

  /// Observers and daemons first, since the kernel and programs wait for them. Among equals whoever has waited longest.
  private func inOrder(_ requesters: [Requester]) -> [Requester] {
    guard requesters.count > 1 else { return requesters }
    return requesters.sorted {
      let (one, other) = ($0.connection, $1.connection)
      let (before, after) = (one.role.precedence, other.role.precedence)
      return before == after ? one.lastUse < other.lastUse : before < after
    }
  }

  private func stop() { stage = .stopped }

  @discardableResult
  func add(_ role: EnclaveRole, _ socket: consuming PacketSocket, process: Int32 = 0) -> EnclaveConnection {
    lastNumber += 1
    let connection = EnclaveConnection(number: lastNumber, role: role, socket, process: process, at: clock.now())
    connections[lastNumber] = connection
    hear(connection)
    return connection
  }

  /// Closes all channels of a process together: a process that does not hear of locks must get no keys.
  func close(_ connection: EnclaveConnection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    ignore(connection)
    passcodes.remove(connection)
    if connection === supervisor { stop() }
    if adopted === connection { adopted = nil }
    if let observer = connection.observer, connection.stage == .established { monitor.left(observer) }
    if connection.role != .signer, let partner = connection.partner { close(partner) }
    for keys in connections.values.filter({ $0.partner === connection }) { close(keys) }
    afterChange()
  }
}

// MARK: - Requests

extension EnclaveService {
  /// Takes one packet of a channel and answers it. Returns how much work that was; nil where there was no packet.
  @discardableResult
  func serve(
    _ connection: EnclaveConnection, _ way: EnclaveConnection.Way = .socket, _ strategy: WaitStrategy = .refuses
  ) -> RequestPolicy.Rate? {
    var attached: FileDescriptor?
    defer { incoming.wipe() }
    connection.way = way
    do {
      guard try connection.receive(into: &incoming, attached: &attached, strategy) == .packet else {
        close(connection)
        return nil
      }
    } catch {
      switch error.code {
      case EAGAIN: return nil
      case EMSGSIZE: reply(.refused(.malformed(.long)), to: connection)
      default: close(connection)
      }
      return .often
    }
    connection.lastUse = clock.now()
    return take(attached, from: connection)
  }

  /// Polls a signer for its next requests, because waking up costs more than a signature. Stops at once when a lock begins.
  private func serveOn(_ signer: EnclaveConnection, until end: ContinuousClock.Instant) {
    while !monitor.isLocking, ContinuousClock.now < end {
      guard connections[signer.number] === signer, serve(signer, signer.way, .looks) != nil else { return }
    }
  }

  private func take(_ attached: consuming FileDescriptor?, from connection: EnclaveConnection) -> RequestPolicy.Rate {
    let request: EnclaveRequest
    do {
      request = try incoming.withBytes { bytes throws(Malformation) in try EnclaveRequest(decoding: bytes) }
    } catch {
      reply(.refused(.malformed(error)), to: connection)
      return .often
    }
    let policy = RequestPolicy.of(request.number)
    do {
      try check(policy, request.number, connection, attached == nil ? 0 : 1)
      try dispatch(request, attached, connection)
    } catch {
      reply(.refused(error), to: connection)
      return .often
    }
    // A signature causes no events.
    if connection.role != .signer { afterChange() }
    return policy.rate
  }

  private func check(
    _ policy: RequestPolicy, _ number: EnclaveRequest.Number, _ connection: EnclaveConnection, _ descriptors: Int
  ) throws(EnclaveRefusal) {
    guard policy.roles.contains(connection.role) else { throw .notPermitted }
    guard (number == .hello) == (connection.stage == .new) else { throw .outOfOrder }
    guard descriptors == policy.descriptors else { throw .descriptor }
    guard passes(policy.rate, connection) == .passes else { throw .tooManyRequests }
  }

  /// Whether a request passes the rate limit. The requests of one process use up nothing of another's. Requests that
  /// come seldom wait for their turn instead.
  private func passes(_ rate: RequestPolicy.Rate, _ connection: EnclaveConnection) -> RateLimit.Outcome {
    guard rate == .often, connection.role == .commandLine else { return .passes }
    let process = connection.process
    if often[process] == nil {
      let connected = Set(connections.values.map(\.process))
      often = often.filter { connected.contains($0.key) }
    }
    let fresh = RateLimit(burst: 1000, perSecond: 500, from: clock.now())
    return often[process, default: fresh].take(at: clock.now())
  }

  private func dispatch(
    _ request: consuming EnclaveRequest, _ attached: consuming FileDescriptor?, _ connection: EnclaveConnection
  ) throws(EnclaveRefusal) {
    switch request.number {
    case .shareMemoryChannel: return try shareMemoryChannel(request.memoryChannelPart, connection)
    case .hello: return try handshake(connection, request.speaks(EnclaveProtocol.version))
    case .adoptEvents: return try adoptEvents(attached, connection)
    case .adoptFiles: return try adoptKeys(.files, attached, connection)
    case .adoptBroker: return try adoptKeys(.broker, attached, connection)
    case .adoptLocker: return try adoptLocker(attached, connection)
    case .adoptSigner, .signHere, .look, .dismissSigners: return try serveSigners(request, attached, connection)
    case .takeOutPasskey, .bringInPasskey: return reply(try movePasskey(request, connection), to: connection)
    default: break
    }
    if connection.role.asksForKeys, connection.partner?.stage != .established { throw .outOfOrder }
    if let passcodeTry = PasscodeTry.of(request, locks: monitor.locksAskedFor) {
      return try wait(connection, with: passcodeTry)
    }
    switch monitor.answer(request, as: connection.role, connection.observer) {
    case .reply(let answer): reply(answer, to: connection)
    case .later:
      connection.waitsFor = request.number
      ignore(connection)
    case .silence: break
    }
  }

  private func handshake(_ connection: EnclaveConnection, _ version: SharedVersion) throws(EnclaveRefusal) {
    guard version == .spoken else { throw .noSharedVersion }
    if connection.role == .commandLine { makeRoomForCommandLine(besides: connection) }
    connection.stage = .established
    reply(.welcome(version: EnclaveProtocol.version), to: connection)
    if let observer = connection.observer { monitor.joined(observer) }
  }
}

// MARK: - What goes out

extension EnclaveService {
  /// Sends the events and late replies that a change has caused.
  func afterChange() {
    for notice in monitor.takeNotices() {
      // Programs that sign past `baileyd` must be checked by it again.
      if case .locked = notice.event { dismissSigners() }
      for connection in audience(of: notice) { send(notice.event, to: connection) }
    }
    let overdue = monitor.takeOverdue()
    if overdue.contains(.files) { send(.filesOverdue, to: supervisor) }
    if overdue.contains(.broker) { send(.brokerOverdue, to: supervisor) }
    guard !monitor.isLocking else { return }
    // Answer those who asked for the lock now, before somebody else unlocks.
    for connection in connections.values where connection.waitsFor == .lock {
      answer(monitor.outcomeOfLock, to: connection)
    }
  }

  /// Reads the connection. On any error, close it: nothing would ever be read from it.
  func hear(_ connection: EnclaveConnection) {
    do {
      try heard.add(connection.socket.raw, as: connection.number)
      if let notifier = connection.memoryChannel?.requestNotifier.raw {
        try heard.add(event: notifier, as: connection.number | Number.ofMemoryChannel)
      }
    } catch {
      close(connection)
    }
  }

  func ignore(_ connection: EnclaveConnection) {
    heard.remove(connection.socket.raw)
    if let notifier = connection.memoryChannel?.requestNotifier.raw { heard.remove(notifier) }
  }

  private func audience(of notice: EnclaveMonitor.Notice) -> [EnclaveConnection] {
    switch notice.audience {
    case .everyone: connections.values.filter { $0 === supervisor || $0.observer != nil }
    case .observers(let observers):
      connections.values.filter { $0.observer.map { observers.contains($0) } ?? false }
    }
  }

  func reply(_ reply: consuming EnclaveReply, to connection: EnclaveConnection, attached: Int32 = -1) {
    do { try reply.encode(into: &outgoing) } catch { preconditionFailure("every reply fits") }
    flush(to: connection, attached: attached)
  }

  private func send(_ event: EnclaveEvent, to connection: EnclaveConnection) {
    do { try event.encode(into: &outgoing) } catch { preconditionFailure("every event fits") }
    flush(to: connection)
  }

  /// A peer that has let its socket fill up is disconnected: the enclave waits for nobody.
  private func flush(to connection: EnclaveConnection, attached: Int32 = -1) {
    defer { outgoing.wipe() }
    do throws(SystemError) {
      guard try connection.send(outgoing, attached: attached) == .unseen else { return }
      do { try EnclaveReply.done.encode(into: &outgoing) } catch { preconditionFailure("every reply fits") }
      // On EAGAIN the peer has unread notifications already, so it will look into its pages.
      do { try connection.socket.send(outgoing, .refuses) } catch { if error.code != EAGAIN { throw error } }
    } catch {
      // Who asked is gone: what it asked before, a lock perhaps, is still carried out. The end comes after that.
      if error.code == EPIPE || error.code == ECONNRESET { return }
      close(connection)
    }
  }
}

private enum SharedVersion { case spoken, notSpoken }

extension EnclaveRequest {
  fileprivate var memoryChannelPart: MemoryChannelPart? {
    borrowing get {
      switch self {
      case .shareMemoryChannel(let part): part
      default: nil
      }
    }
  }

  fileprivate borrowing func speaks(_ version: UInt8) -> SharedVersion {
    switch self {
    case .hello(let lowest, let highest): lowest <= version && version <= highest ? .spoken : .notSpoken
    default: .notSpoken
    }
  }
}
