// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
package import BrokerMessages
package import BrokerServer
package import CallerIdentity
import Events
import Foundation
import Glibc
import OwnProcess
package import Sockets
import SystemCalls
import Threads

/// A real server on a real socket in a folder of its own, with answers that a test makes up.
package final class ScriptedBroker: Sendable {
  package typealias Answer = @Sendable (BrokerRequest, VerifiedCaller) -> BrokerReply

  private struct Handler: RequestHandler {
    let answer: Answer
    func session(for caller: VerifiedCaller, _ claim: AnswerClaim) -> VerifiedCaller { caller }
    func rest(in session: VerifiedCaller) -> BrokerReply { .refused(.outOfOrder) }
    func answer(_ request: BrokerRequest, in session: VerifiedCaller) -> BrokerReply { answer(request, session) }
    func isGone(_ process: Int32) {}
  }

  private final class Door: Sendable {
    let listener: PacketSocket
    init(listener: consuming PacketSocket) { self.listener = listener }
  }

  package let socketPath: String
  private let folder: URL
  private let server: BrokerServer<Handler>
  private let ending: FileDescriptor
  private let thread = Locked<SystemThread?>(nil)

  /// The test's own program is the command line where `role` says so, and any caller is who `origin` says.
  package init(
    role: CallerRole = .program, origin: ConnectionOrigin = .shared, limits: BrokerLimits = BrokerLimits(),
    answer: @escaping Answer
  ) throws {
    // Longer than a socket's address may be.
    folder = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID().uuidString)")
      .appending(path: String(repeating: "d", count: 100))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socketPath = folder.appending(path: "broker.sock").path
    let listener = try PacketSocket.listening(
      at: "broker.sock", in: FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY))
    try listener.noteSenders()
    let commandLine = role == .commandLine ? try Environment.executablePath() : "/nobody"
    let server = BrokerServer(
      Handler(answer: answer), owner: PeerCredentials.ownUser, commandLine: Array(commandLine.utf8),
      files: Self.files, tickets: nil, limits: limits)
    self.server = server
    ending = try .event()
    let (end, door) = (ending.raw, Door(listener: listener))
    let accepting = try SystemThread(named: "accepting") {
      while (try? Poll.readable([end, door.listener.raw])) == [false, true] {
        server.accept(from: door.listener, origin: origin)
      }
    }
    thread.withLock { $0 = accepting }
  }

  /// The test program is large: it is read once for all tests.
  private static let files = ProgramFiles()

  package func client() -> BrokerClient { BrokerClient(socket: socketPath) }

  /// A connection on which a test says what no client would.
  package func connection() throws -> PacketSocket {
    let socket = try PacketSocket.connected(
      to: "broker.sock", in: FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY))
    try socket.limitWaits(to: .seconds(60))
    return socket
  }

  package func stop() {
    ending.signal()
    thread.withLock { $0.take() }?.join()
    server.stop(within: .seconds(10))
    _ = try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }
}

package func withBroker(
  role: CallerRole = .program, origin: ConnectionOrigin = .shared, limits: BrokerLimits = BrokerLimits(),
  answer: @escaping ScriptedBroker.Answer,
  _ body: (ScriptedBroker) throws -> Void
) throws {
  let broker = try ScriptedBroker(role: role, origin: origin, limits: limits, answer: answer)
  defer { broker.stop() }
  try body(broker)
}
