// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// A process started by this one, held by a pidfd: its number can never come to mean another process.
package struct ChildProcess: ~Copyable, Sendable {
  package let process: Int32
  /// The descriptor that is readable once the process has ended.
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

/// The end of a process.
package enum ProcessEnd: Sendable, Equatable {
  case exited(Int32)
  case killed(signal: Int32)

  init(_ status: Int32) { self = status >= 256 ? .killed(signal: status - 256) : .exited(status) }
}

// MARK: - Starting

extension ChildProcess {
  /// Starts a program. A program that cannot be executed throws here, not in the child.
  package static func start(_ plan: ChildPlan) throws(SystemError) -> ChildProcess {
    try FaultPlan.check(.fork)
    let process = try spawn(plan)
    do {
      let pidfd = try retrying(.open) { clinux_pidfd_open(process) }
      return ChildProcess(process: process, descriptor: FileDescriptor(owning: pidfd))
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  private static func spawn(_ plan: ChildPlan) throws(SystemError) -> Int32 {
    let arguments = TextList([plan.path] + plan.arguments)
    let standard = [plan.input, plan.output, plan.errors].map { $0 ?? -1 }
    let stage = plan.stage.isEmpty ? nil : StageMemory(plan.stage)
    let limits = ((plan.share?.limits ?? []) + plan.limits).map {
      clinux_limit(resource: $0.resource.number, most: $0.most)
    }
    let environment = plan.environment.map { TextList($0) }
    let pid = unsafe standard.withUnsafeBufferPointer { standard in
      unsafe plan.descriptors.withUnsafeBufferPointer { descriptors in
        unsafe (plan.filter?.instructions ?? []).withUnsafeBufferPointer { filter in
          unsafe (plan.share?.groups ?? []).withUnsafeBufferPointer { groups in
            unsafe limits.withUnsafeBufferPointer { limits in
              var child = unsafe clinux_child(
                new_session: plan.life == .onItsOwn ? 1 : 0,
                parent_death_signal: plan.life == .withParent ? SIGTERM : 0,
                standard: standard.baseAddress, descriptors: descriptors.baseAddress,
                descriptor_count: descriptors.count,
                filter: plan.filter == nil ? nil : UnsafeRawPointer(filter.baseAddress), filter_count: filter.count,
                listener_socket: plan.filter?.socket ?? -1, groups: groups.baseAddress, group_count: groups.count,
                limits: limits.baseAddress, limit_count: limits.count, stage: stage?.pointer)
              return unsafe clinux_spawn(plan.path, arguments.pointers, environment?.pointers, &child)
            }
          }
        }
      }
    }
    let failure = SystemError(.exec)
    extendLifetime((stage, arguments, environment))
    guard pid > 0 else { throw failure }
    return pid
  }
}
