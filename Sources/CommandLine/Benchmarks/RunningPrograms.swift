// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import Processes
import SystemCalls
import Threads

/// The programs that a benchmark runs at this moment, so that they can be ended.
final class RunningPrograms: Sendable {
  private struct State {
    var programs: [Running] = []
    var isOver = false
  }

  private final class Running: Sendable {
    let child: ChildProcess

    init(_ child: consuming ChildProcess) { self.child = child }
  }

  private let state = Locked(State())

  /// Runs a program to its end. Once `end` was called this never returns: the calling thread waits for the process to exit.
  func run(_ plan: ChildPlan) throws(SystemError) -> ProcessEnd {
    let started = try state.withLock { (state) throws(SystemError) -> Running? in
      guard !state.isOver else { return nil }
      let program = Running(try ChildProcess.start(plan))
      state.programs.append(program)
      return program
    }
    guard let program = started else { while true { pause() } }
    defer { state.withLock { state in state.programs.removeAll { $0 === program } } }
    return try program.child.wait()
  }

  /// Ends all programs, and returns when the last one has ended.
  func end() {
    let programs = state.withLock { state in
      state.isOver = true
      return state.programs
    }
    for program in programs {
      try? program.child.send(SIGTERM)
      _ = try? Poll.readable([program.child.descriptor.raw])
    }
  }
}
