// SPDX-License-Identifier: Apache-2.0
import Processes
import Sockets
import SupervisorMessages
import SystemCalls

/// A process the supervisor runs.
final class Daemon {
  let name: String
  let child: ChildProcess
  /// The descriptor at which what the daemon prints arrives.
  let output: FileDescriptor
  private(set) var stage: Stage
  private(set) var wasReady = false
  /// The time at which the daemon is killed, unless it has gone on to the next stage.
  private(set) var deadline: ContinuousClock.Instant?
  /// The socket on which the daemon says how it is, until it has nothing more to say.
  var report: PacketSocket?
  var keys = KeyMemory.locked
  /// Whether the kernel may still have pages of locked files that it served, for all that it has said.
  var pages = MountFolder.CachedPages.mayRemain
  /// Whether the daemon has closed its output, or ended.
  var isSilent = false
  /// The beginning of a line whose end has not arrived.
  var unfinishedLine: [UInt8] = []

  enum Stage { case starting, running, ending }

  /// The progress of the daemon, now that it has ended.
  var life: Backoff.Life { stage == .starting ? .neverReady : .served }

  init(_ name: String, _ child: consuming ChildProcess, output: consuming FileDescriptor, readyBy: Duration) {
    self.name = name
    self.child = child
    self.output = output
    stage = .starting
    deadline = .now.advanced(by: readyBy)
  }

  func becameReady() {
    guard stage == .starting else { return }
    stage = .running
    wasReady = true
    deadline = nil
  }

  /// Sets the time at which the daemon is ended, unless it has ended by itself.
  func mustEnd(by deadline: ContinuousClock.Instant) { self.deadline = deadline }

  /// How long it may still take to end, where it serves no longer.
  func timeToEnd(from now: ContinuousClock.Instant) -> Duration {
    guard stage == .running, let deadline else { return .zero }
    return max(.zero, now.duration(to: deadline))
  }

  func isEnding(by deadline: ContinuousClock.Instant) {
    stage = .ending
    self.deadline = deadline
  }
}
