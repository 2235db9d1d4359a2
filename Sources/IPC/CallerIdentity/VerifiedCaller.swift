// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
import Events
package import Processes
import SystemCalls

/// The process at the other end of a connection: the one that answered the challenge, held by a pidfd since before its
/// executable was read. Only the server's handshake makes one.
package final class VerifiedCaller: Sendable {
  package let user: UInt32
  /// The caller's program; nil if the process hides its executable from others of its user.
  package let program: ProgramFile?
  package let role: CallerRole
  package let origin: ConnectionOrigin
  private let handle: ProcessHandle
  /// The executable as it was seen; nil where nobody could see it.
  private let execution: ProcessExecution?

  package var process: Int32 { handle.process }
  /// Whether the number still means this process.
  package var isAlive: Bool { handle.isAlive }

  /// Whether the caller can still be the program that it was: one that is not a sandboxed app may have become another
  /// since it was identified, with the connection open. What was seen must be seen, and what was hidden must be hidden.
  package var isTheSame: Bool {
    guard case .shared = origin, program != nil else { return isAlive }
    let isSame =
      switch execution {
      case .some(let execution): execution.look() == .same
      case .none: ProcessExecution.isHidden(handle)
      }
    return isSame && isAlive
  }

  /// A process that ends closes its connections a moment before it is gone. On an error it counts as alive, and is
  /// forgotten with its next connection.
  package func hasEnded() -> Bool {
    (try? Poll.readable([handle.descriptor.raw], within: .milliseconds(50))) == [true]
  }

  package init(
    _ handle: consuming ProcessHandle, _ execution: consuming ProcessExecution?, user: UInt32, program: ProgramFile?,
    role: CallerRole, origin: ConnectionOrigin
  ) {
    self.handle = handle
    self.execution = execution
    self.user = user
    self.program = program
    self.role = role
    self.origin = origin
  }
}
