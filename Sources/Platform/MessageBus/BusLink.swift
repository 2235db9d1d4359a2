// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import SystemCalls
import Threads

/// How every other thread reaches the one that has the connection: it leaves work for it and wakes it.
final class BusLink: Sendable {
  typealias Job = @Sendable (BusThread) -> Void

  private struct State {
    var jobs: [Job] = []
    var thread: pthread_t?
    var isOpen = true
  }

  private let state = Locked(State())
  private let wake: FileDescriptor
  /// The thread of the connection, set and used on its own thread alone.
  nonisolated(unsafe) private weak var connection: BusThread?

  init() throws(SystemError) {
    wake = try FileDescriptor.event()
    try wake.setNonblocking()
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var descriptor: Int32 { wake.raw }

  /// Whether this is the connection's own thread, which must not wait for itself.
  var isOwnThread: Bool {
    state.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  func begin(_ connection: BusThread) {
    unsafe self.connection = connection
    state.withLock { $0.thread = pthread_self() }
  }

  /// Does a job at once where a handler calls and nothing was left before it; leaves it for the connection's thread otherwise.
  func perform(_ job: @escaping Job) throws(BusError) {
    let isNext = state.withLock { state in
      guard let thread = state.thread, pthread_equal(thread, pthread_self()) != 0 else { return false }
      return state.isOpen && state.jobs.isEmpty
    }
    guard isNext, let connection = unsafe connection, connection.isInHandler else { return try post(job) }
    job(connection)
  }

  /// Queues a job for the connection's thread. Refused after the end, and where there is too much already.
  func post(_ job: @escaping Job) throws(BusError) {
    let posted: Result<Void, BusError> = state.withLock { state in
      guard state.isOpen else { return .failure(.disconnected) }
      guard state.jobs.count < BusLimits.jobs else { return .failure(.tooLarge) }
      state.jobs.append(job)
      return .success(())
    }
    try posted.get()
    wake.signal()
  }

  /// Takes the jobs that are to be done now.
  func take() -> [Job] {
    wake.clear()
    return state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  /// Nothing can be left from now on. The thread does what is there and ends.
  func close() {
    state.withLock { $0.isOpen = false }
    wake.signal()
  }
}

/// A result that one thread waits for and another gives.
final class BusAnswer<Success: Sendable>: Sendable {
  private let result = Locked<Result<Success, BusError>?>(nil)
  private let isThere = CountingSemaphore(0)

  func give(_ result: Result<Success, BusError>) {
    self.result.withLock { $0 = result }
    isThere.admitOneMore()
  }

  func wait() throws(BusError) -> Success {
    let result = isThere.enter { self.result.withLock { $0 } } ?? .failure(.disconnected)
    return try result.get()
  }
}
