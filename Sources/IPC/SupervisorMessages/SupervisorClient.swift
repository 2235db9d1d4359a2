// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// The command line's side of a running instance's supervisor.
package struct SupervisorClient: ~Copyable {
  private var connection: SupervisorConnection

  /// Throws `notRunning` where nobody listens.
  package init(connectingTo name: String, in folder: borrowing FileDescriptor) throws(SupervisorClientError) {
    let socket: PacketSocket
    do { socket = try PacketSocket.connected(to: name, in: folder) } catch { throw .notRunning }
    connection = SupervisorConnection(socket)
  }

  package mutating func status() throws(SupervisorClientError) -> SupervisorStatus {
    guard case .status(let status) = try exchange(.status) else { throw .unexpectedReply }
    return status
  }

  /// Returns when the instance has stopped.
  package mutating func stop() throws(SupervisorClientError) {
    try expectDone(.stop)
    _ = try? connection.receive(SupervisorReply.self)
  }

  /// Runs a check whose reports arrive on the other end of `socket`; returns when the mount is back.
  package mutating func check(_ request: SupervisorRequest, reportingTo socket: Int32) throws(SupervisorClientError) {
    try expectDone(request, attached: socket)
  }

  private mutating func expectDone(_ request: SupervisorRequest, attached: Int32 = -1) throws(SupervisorClientError) {
    guard case .done = try exchange(request, attached: attached) else { throw .unexpectedReply }
  }

  private mutating func exchange(
    _ request: SupervisorRequest, attached: Int32 = -1
  ) throws(SupervisorClientError) -> SupervisorReply {
    do {
      try connection.send(request, attached: attached)
      guard let reply = try connection.receive(SupervisorReply.self) else { throw SupervisorClientError.closed }
      if case .refused(let refusal) = reply { throw SupervisorClientError.refused(refusal) }
      return reply
    } catch let error as SupervisorClientError {
      throw error
    } catch {
      throw .closed
    }
  }
}

package enum SupervisorClientError: Error, Equatable, Sendable {
  case notRunning
  case refused(SupervisorRefusal)
  /// The supervisor went away in the middle of a call.
  case closed
  case unexpectedReply
}
