// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import MessageBus
import Processes
import SecretServiceModel
import SystemCalls
import Threads

/// Which program each name on the bus belongs to.
///
/// The bus tells the process that connected. It is held by a pidfd at once, and counts only if the name is owned afterwards still. Its
/// files are read on a thread of their own, because whoever serves one may let its reader wait. Until then what a name has sent
/// waits, in its order.
final class CallerBook: Sendable {
  /// Threads that read files at the same time; beyond them, a program is one that cannot be told from others.
  private static let mostReaders = 64
  /// Calls that one name has waiting.
  private static let mostWaiting = 1024
  private static let bus = "org.freedesktop.DBus"

  private struct Entry {
    var waiting: [BusRequest] = []
    var isBeingRead = false
    var known: KnownCaller?
    var hasLeft = false
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var readers = 0
  }

  private let connection: BusConnection
  private let files = ProgramFiles()
  private let state = Locked(State())
  /// Answers a call of a program; says that a name has left.
  private let answer: @Sendable (BusRequest, SecretProgram?) -> Void
  private let forget: @Sendable (String) -> Void

  init(
    _ connection: BusConnection, answer: @escaping @Sendable (BusRequest, SecretProgram?) -> Void,
    forget: @escaping @Sendable (String) -> Void
  ) {
    self.connection = connection
    self.answer = answer
    self.forget = forget
  }

  // MARK: - What comes

  private enum Next { case answer(SecretProgram?), wait, refuse, begin, readAgain(KnownCaller) }

  /// Answers a request for the program behind a name. The connection's thread calls this.
  func take(_ request: BusRequest) {
    let name = request.message.sender
    switch next(request, name) {
    case .answer(let program): answer(request, program)
    case .wait: break
    case .refuse: request.fail(SecretFailure.limitsExceeded.name, SecretFailure.limitsExceeded.words)
    case .begin: identify(name)
    case .readAgain(let known): read(name, known)
    }
  }

  private func next(_ request: BusRequest, _ name: String) -> Next {
    state.withLock { state in
      var entry = state.entries[name] ?? Entry()
      defer { state.entries[name] = entry }
      if entry.isBeingRead {
        guard entry.waiting.count < Self.mostWaiting else { return .refuse }
        entry.waiting.append(request)
        return .wait
      }
      if let known = entry.known, known.isCurrent { return .answer(known.program) }
      entry.isBeingRead = true
      entry.waiting.append(request)
      return entry.known.map { .readAgain($0) } ?? .begin
    }
  }

  /// What a program sent before it left is answered before it is forgotten.
  func leave(_ name: String) {
    let isOver = state.withLock { state in
      guard state.entries[name]?.isBeingRead == true else {
        state.entries[name] = nil
        return true
      }
      state.entries[name]?.hasLeft = true
      return false
    }
    if isOver { forget(name) }
  }

  // MARK: - Who it is

  private func identify(_ name: String) {
    ask("GetConnectionUnixProcessID", name) { book, process in
      let process = process?.integer.flatMap { Int32(exactly: $0) }
      guard let process, process > 0, let known = try? KnownCaller(process: process) else {
        return book.settle(name, .unknown)
      }
      book.ask("GetNameOwner", name) { book, owner in
        guard owner?.text == name else { return book.settle(name, .unknown) }
        book.read(name, known)
      }
    }
  }

  private func ask(_ member: String, _ name: String, then: @escaping @Sendable (CallerBook, BusValue?) -> Void) {
    do throws(BusError) {
      try connection.send(BusCall(to: Self.bus, "/org/freedesktop/DBus", Self.bus, member, .string(name))) {
        [weak self] result in
        guard let self else { return }
        then(self, try? result.get().first)
      }
    } catch {
      settle(name, .unknown)
    }
  }

  private func read(_ name: String, _ known: KnownCaller) {
    let mayRead = state.withLock { state in
      guard state.readers < Self.mostReaders else { return false }
      state.readers += 1
      return true
    }
    guard mayRead else { return settle(name, .unknown) }
    do {
      try SystemThread.start(named: "caller") { [self] in
        let read = known.read(files)
        state.withLock { $0.readers -= 1 }
        settle(name, read)
      }
    } catch {
      state.withLock { $0.readers -= 1 }
      settle(name, .unknown)
    }
  }

  /// Answers what has waited, and all that comes meanwhile.
  private func settle(_ name: String, _ known: KnownCaller) {
    while let request = nextWaiting(name, known) { answer(request, known.program) }
    if hasLeft(name) { forget(name) }
  }

  private func nextWaiting(_ name: String, _ known: KnownCaller) -> BusRequest? {
    state.withLock { state in
      guard state.entries[name]?.waiting.isEmpty == false else {
        state.entries[name]?.isBeingRead = false
        state.entries[name]?.known = known
        return nil
      }
      return state.entries[name]?.waiting.removeFirst()
    }
  }

  private func hasLeft(_ name: String) -> Bool {
    state.withLock { state in
      guard state.entries[name]?.hasLeft == true else { return false }
      state.entries[name] = nil
      return true
    }
  }
}
