// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A process started by this one, held by a pidfd: its number can never come to mean another process.
package struct ChildProcess: ~Copyable, Sendable {
  package let process: Int32
  /// Readable once the process has ended.
  package let descriptor: FileDescriptor

  package func send(_ signal: Int32) throws(SystemError) {
    let raw = descriptor.raw
    _ = try retrying(.kill) { clinux_pidfd_signal(raw, signal) }
  }

  /// Waits for the end. To be called once.
  package func wait() throws(SystemError) -> ProcessEnd {
    let raw = descriptor.raw
    return ProcessEnd(try retrying(.wait) { clinux_pidfd_wait(raw, 1) })
  }
}

/// How a process ended.
package enum ProcessEnd: Sendable, Equatable {
  case exited(Int32)
  case killed(signal: Int32)

  init(_ status: Int32) { self = status >= 256 ? .killed(signal: status - 256) : .exited(status) }
}

// MARK: - Starting

/// What to start, and what it gets.
package struct ChildPlan: Sendable {
  package var path: String
  /// Without the program's own name.
  package var arguments: [String]
  /// They become the child's descriptors 3, 4, 5 and so on. The child gets no other descriptor that the parent has
  /// open.
  package var descriptors: [Int32] = []
  /// The child's descriptors 0, 1 and 2; nil leaves the parent's.
  package var input: Int32?
  package var output: Int32?
  package var errors: Int32?
  package var life: Life = .withParent
  /// How much the child and all that it starts may have of the machine.
  package var share: ProcessShare?
  /// What the child does under, from before its program starts.
  package var filter: CallFilter?

  /// A filter in the kernel's own form, whose listener is sent over a socket.
  package struct CallFilter: Sendable {
    let instructions: [UInt64]
    let socket: Int32

    package init(_ instructions: [UInt64], listenerTo socket: Int32) {
      self.instructions = instructions
      self.socket = socket
    }
  }

  package enum Life: Sendable {
    /// It is sent SIGTERM when the thread that started it ends.
    case withParent
    /// It lives on in a session of its own.
    case onItsOwn
  }

  package init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// How much of the machine a child may have.
package struct ProcessShare: Sendable {
  /// Control groups: their files of processes, which the child enters.
  let groups: [Int32]
  /// Of the user; 0: no limit.
  let processes: UInt64
  /// Bytes of data of each process; 0: no limit.
  let data: UInt64
}

extension ChildProcess {
  /// Starts a program. A program that cannot be executed throws here, not in the child.
  package static func start(_ plan: ChildPlan) throws(SystemError) -> ChildProcess {
    try FaultPlan.check(.fork)
    let process = unsafe try withArguments([plan.path] + plan.arguments) { arguments throws(SystemError) in
      unsafe try spawn(plan, arguments)
    }
    do {
      let pidfd = try retrying(.open) { clinux_pidfd_open(process) }
      return ChildProcess(process: process, descriptor: FileDescriptor(owning: pidfd))
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  private static func spawn(
    _ plan: ChildPlan, _ arguments: [UnsafeMutablePointer<CChar>?]
  ) throws(SystemError) -> Int32 {
    let standard = [plan.input, plan.output, plan.errors].map { $0 ?? -1 }
    let pid = unsafe standard.withUnsafeBufferPointer { standard in
      unsafe plan.descriptors.withUnsafeBufferPointer { descriptors in
        unsafe (plan.filter?.instructions ?? []).withUnsafeBufferPointer { filter in
          unsafe (plan.share?.groups ?? []).withUnsafeBufferPointer { groups in
            var child = unsafe clinux_child(
              new_session: plan.life == .onItsOwn ? 1 : 0,
              parent_death_signal: plan.life == .withParent ? SIGTERM : 0,
              standard: standard.baseAddress, descriptors: descriptors.baseAddress,
              descriptor_count: descriptors.count,
              filter: plan.filter == nil ? nil : UnsafeRawPointer(filter.baseAddress), filter_count: filter.count,
              listener_socket: plan.filter?.socket ?? -1, groups: groups.baseAddress, group_count: groups.count,
              most_processes: plan.share?.processes ?? 0, most_data: plan.share?.data ?? 0)
            return unsafe clinux_spawn(plan.path, arguments, nil, &child)
          }
        }
      }
    }
    guard pid > 0 else { throw SystemError(.exec) }
    return pid
  }
}

/// Strings as `execve(2)` takes them.
private func withArguments<Result>(
  _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws(SystemError) -> Result
) throws(SystemError) -> Result {
  let copies = unsafe words.map { unsafe strdup($0) }
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe try body(copies + [nil])
}
