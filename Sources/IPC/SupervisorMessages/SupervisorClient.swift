// SPDX-License-Identifier: Apache-2.0
package import Mounts
import Sockets
package import SystemCalls

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

  /// Ends the effect of the text file's limits about locking.
  package mutating func forgetLockLimits() throws(SupervisorClientError) {
    guard case .done = try exchange(.forgetLockLimits) else { throw .unexpectedReply }
  }

  /// The processes that may still read what was locked, because a server of files was killed; not more than a few of
  /// them.
  package mutating func mountUsers() throws(SupervisorClientError) -> [MountUser] {
    guard case .mountUsers(let users) = try exchange(.mountUsers) else { throw .unexpectedReply }
    return users
  }

  /// Returns when the instance has stopped.
  package mutating func stop() throws(SupervisorClientError) {
    guard case .done = try exchange(.stop) else { throw .unexpectedReply }
    waitForEnd()
  }

  /// Returns when the instance has ended, for whatever reason.
  package mutating func waitForEnd() {
    while (try? connection.receive(SupervisorReply.self)) != nil {}
  }

  /// Asks for a check whose reports arrive at the other end of `socket`; once `descriptor` is readable, the mount is
  /// back and `finishCheck` says how it went.
  package mutating func beginCheck(
    _ request: SupervisorRequest, reportingTo socket: Int32
  ) throws(SupervisorClientError) {
    do { try connection.send(request, attached: socket) } catch { throw .closed }
  }

  package var descriptor: Int32 { connection.socket.raw }

  /// The supervisor's own process number.
  package var process: Int32? { try? connection.socket.peer().process }

  package mutating func finishCheck() throws(SupervisorClientError) {
    guard case .done = try reply() else { throw .unexpectedReply }
  }

  /// A socket that listens on the loopback network, and that no other console has as long as this connection is open. Throws
  /// `refused(.busy)` where too many have one.
  package mutating func consolePort() throws(SupervisorClientError) -> FileDescriptor {
    do { try connection.send(SupervisorRequest.consolePort) } catch { throw .closed }
    var attached: FileDescriptor?
    guard case .done = try reply(attached: &attached), let port = attached.take() else { throw .unexpectedReply }
    return port
  }

  private mutating func exchange(_ request: SupervisorRequest) throws(SupervisorClientError) -> SupervisorReply {
    do { try connection.send(request) } catch { throw .closed }
    return try reply()
  }

  private mutating func reply() throws(SupervisorClientError) -> SupervisorReply {
    var attached: FileDescriptor?
    return try reply(attached: &attached)
  }

  private mutating func reply(attached: inout FileDescriptor?) throws(SupervisorClientError) -> SupervisorReply {
    let received: SupervisorReply?
    do {
      received = try connection.receive(SupervisorReply.self, attached: &attached)
    } catch {
      throw error == .malformed ? .unexpectedReply : .closed
    }
    guard let received else { throw .closed }
    if case .refused(let refusal) = received { throw .refused(refusal) }
    return received
  }
}

package enum SupervisorClientError: Error, Equatable, Sendable {
  case notRunning
  case refused(SupervisorRefusal)
  /// The supervisor went away in the middle of a call.
  case closed
  case unexpectedReply
}
