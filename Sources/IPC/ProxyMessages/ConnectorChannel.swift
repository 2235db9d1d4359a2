// SPDX-License-Identifier: Apache-2.0
package import ProxyRules
package import Sockets
package import StreamSockets
import SystemCalls

/// A connection that the connector has made.
package struct ProxyRoute: Sendable {
  package let socket: StreamSocket
  /// The host that was asked for follows people.
  package let isTracker: Bool
  package let isLocal: Bool

  package init(socket: StreamSocket, isTracker: Bool, isLocal: Bool) {
    (self.socket, self.isTracker, self.isLocal) = (socket, isTracker, isLocal)
  }
}

/// The proxy's way to the connector, which alone makes connections.
package final class ConnectorChannel: Sendable {
  private let socket: PacketSocket
  private let answers = PendingAnswers<Result<ProxyRoute, ProxyFailure>>()

  package init(_ socket: consuming PacketSocket) { self.socket = socket }

  package func connect(to host: HostName, _ port: UInt16, isLocalOnly: Bool) throws(ProxyFailure) -> ProxyRoute {
    let answer = answers.answer { (number) throws(SystemError) in
      try ConnectRequest(number: number, host: host, port: port, isLocalOnly: isLocalOnly).send(on: socket)
    }
    return try (answer ?? .failure(.unreachable)).get()
  }

  /// Takes answers until the connector has gone.
  package func follow() {
    defer { answers.end() }
    while true {
      var attached: FileDescriptor?
      guard let reply = ConnectReply.next(from: socket, attached: &attached) else { return }
      switch reply.outcome {
      case .connected(let isTracker, let isLocal):
        guard let descriptor = attached.take() else { return }
        let route = ProxyRoute(socket: StreamSocket(adopting: descriptor), isTracker: isTracker, isLocal: isLocal)
        answers.give(.success(route), to: reply.number)
      case .refused(let failure): answers.give(.failure(failure), to: reply.number)
      }
    }
  }
}
