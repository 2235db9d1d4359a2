// SPDX-License-Identifier: Apache-2.0
import Sockets
import SupervisorMessages
import SystemCalls
import Threads

/// A command line that is connected to the supervisor.
final class Client {
  private var connection: SupervisorConnection
  let descriptor: Int32
  var waitsForStop = false

  init(_ socket: consuming PacketSocket) {
    descriptor = socket.raw
    connection = SupervisorConnection(socket)
  }

  func receive(attached: inout FileDescriptor?) throws(SupervisorConnectionError) -> SupervisorRequest? {
    try connection.receive(SupervisorRequest.self, attached: &attached)
  }

  /// A client that does not read its answers loses them.
  func send(_ reply: SupervisorReply, attached: Int32 = -1) {
    try? connection.send(reply, attached: attached, .refuses)
  }
}

/// A check of the files that somebody asked for.
final class Check {
  let client: Client
  let request: SupervisorRequest
  /// The socket to which the reports go.
  let socket: FileDescriptor
  var stage = Stage.waiting

  enum Stage: Equatable {
    /// The client waits for the mount to be away.
    case waiting
    case running
    /// The mount comes back, then the client gets its answer.
    case ended(SupervisorRefusal?)
  }

  init(_ request: SupervisorRequest, for client: Client, socket: consuming FileDescriptor) {
    self.client = client
    self.request = request
    self.socket = socket
  }
}
