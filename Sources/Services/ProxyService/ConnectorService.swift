// SPDX-License-Identifier: Apache-2.0
import NameResolution
import OwnProcess
import ProxyMessages
package import Sockets
import StreamSockets
import SystemCallFilter
import SystemCalls
import Threads

/// Answers the proxy of one start.
package final class ConnectorService: Sendable {
  private let socket: PacketSocket
  private let open = Locked(0)

  package init(_ socket: consuming PacketSocket) { self.socket = socket }

  /// Serves until the proxy has gone. `most` requests are answered at one time; further ones fail.
  package func serve(_ connector: Connector, atMost most: Int) {
    while let request = ConnectRequest.next(from: socket) {
      let hasRoom = open.withLock { open in
        guard open < most else { return false }
        open += 1
        return true
      }
      guard hasRoom else {
        answer(request, .failure(.unreachable))
        continue
      }
      do throws(SystemError) {
        try SystemThread.start(named: "connection") { [self] in
          answer(request, Self.result(of: request, connector))
          open.withLock { $0 -= 1 }
        }
      } catch {
        open.withLock { $0 -= 1 }
        answer(request, .failure(.unreachable))
      }
    }
  }

  private static func result(
    of request: ConnectRequest, _ connector: Connector
  ) -> Result<ProxyRoute, ProxyFailure> {
    do throws(ProxyFailure) {
      return .success(try connector.connect(to: request.host, request.port, isLocalOnly: request.isLocalOnly))
    } catch {
      return .failure(error)
    }
  }

  /// A proxy that has gone needs none.
  private func answer(_ request: ConnectRequest, _ result: Result<ProxyRoute, ProxyFailure>) {
    switch result {
    case .success(let route):
      let reply = ConnectReply(
        number: request.number, .connected(isTracker: route.isTracker, isLocal: route.isLocal))
      try? reply.send(on: socket, attached: route.socket.raw)
    case .failure(let failure): try? ConnectReply(number: request.number, .refused(failure)).send(on: socket)
    }
  }
}

extension ProxyService {
  /// Loads everything that is needed, and gives all else up. What a library for names asks beyond that fails, and does
  /// not end the process: which ones there are is the machine's to say.
  static func confine() throws {
    try ResolverConfinement.hideFiles()
    let asksOthers = ResolverConfinement.loadServices()
    try ResolverConfinement.becomeNobody()
    try ProcessHardening.keep([])
    try ProcessHardening.refuseCoreDumps()
    // Where the kernel is too old, sockets of the machine without a file can be reached.
    try? ProcessHardening.scopeSocketsAndSignals()
    try SystemCallFilter.enter(allowing: AllowedCall.connector(asksOthers: asksOthers), otherwise: .fails)
  }
}
