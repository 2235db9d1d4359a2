// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import Mounts
import Processes
import SystemCalls

// MARK: - Of a mount that this process serves

/// Whatever asks a filesystem for something is asked of another process here. A thread that waited for the mount that
/// its own process serves would, where the process is killed meanwhile, wait for ever: the threads that could answer are
/// gone, and the thread that waits keeps `/dev/fuse` open, so that the kernel does not give the mount up either.
extension MountPoint {
  func unmountServed() -> UnmountOutcome {
    writeOut()
    return end(of: "/usr/bin/umount", ["--quiet", "--", path]) == .exited(0) ? .done : .busy
  }

  func writeOut() { _ = end(of: "/usr/bin/sync", ["--file-system", "--", path]) }

  func checkAnswer(within timeout: Duration, unless ended: borrowing FileDescriptor) throws(SystemError) {
    let question = try question()
    let ready = try Poll.readable([question.descriptor.raw, ended.raw], within: timeout)
    guard ready.contains(true) else {
      // Nobody waits for its end: it may not come before that of this process.
      try? question.send(SIGKILL)
      throw SystemError(.mount, code: ETIMEDOUT)
    }
    if ready[1] { throw SystemError(.mount, code: ENOTCONN) }
    _ = try question.wait()
  }

  /// Waits for an answer, if only a refusal.
  func askFilesystem() throws(SystemError) { _ = try question().wait() }

  private func question() throws(SystemError) -> ChildProcess {
    try start("/usr/bin/stat", ["--file-system", "--", path])
  }

  /// Lets the kernel read further ahead than its default of 128 KiB: each piece it asks for costs a round trip.
  ///
  /// Only root may say so; without it reading in order is a tenth slower, so nothing is made of a refusal.
  func raiseReadAhead() {
    guard let entry,
      let setting = try? FileDescriptor.open("/sys/class/bdi/0:\(entry.minor)/read_ahead_kb", O_WRONLY)
    else { return }
    try? setting.write(Array("1024\n".utf8).span)
  }

  /// The end of a program that was run; nil where it cannot be started.
  private func end(of program: String, _ arguments: [String]) -> ProcessEnd? {
    do throws(SystemError) { return try start(program, arguments).wait() } catch { return nil }
  }

  private func start(_ program: String, _ arguments: [String]) throws(SystemError) -> ChildProcess {
    let nothing = try FileDescriptor.open("/dev/null", O_RDWR)
    var plan = ChildPlan(path: program, arguments: arguments)
    plan.input = nothing.raw
    plan.output = nothing.raw
    plan.errors = nothing.raw
    // The descriptors are handed over by number, so they must stay open until then.
    return try withExtendedLifetime(nothing) { () throws(SystemError) in try ChildProcess.start(plan) }
  }
}
