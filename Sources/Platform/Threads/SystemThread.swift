// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// A thread of the process's own, for work that must not wait for others.
/// Unchecked because the handle is constant.
@safe package final class SystemThread: @unchecked Sendable {
  private let raw: pthread_t

  /// Starts a thread that runs the body once; `name`, of at most 15 bytes, is what `ps` and debuggers show.
  package init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    raw = try startThread(named: name, body)
  }

  /// Starts a thread that nobody waits for.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    pthread_detach(try startThread(named: name, body))
  }

  /// Waits for its end. To be called once.
  package func join() { pthread_join(raw, nil) }

  /// Lets a thread run on that nobody waits for. To be called instead of `join`.
  package func detach() { pthread_detach(raw) }
}

private final class Work {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func startThread(
  named name: String, _ body: @escaping @Sendable () -> Void
) throws(SystemError) -> pthread_t {
  var thread = pthread_t()
  let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
  let code = unsafe pthread_create(&thread, nil, run, work.toOpaque())
  guard code == 0 else {
    unsafe work.release()
    throw SystemError(.pthread, code: code)
  }
  return thread
}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
  _ = unsafe clinux_set_thread_name(work.name)
  work.body()
  return nil
}
