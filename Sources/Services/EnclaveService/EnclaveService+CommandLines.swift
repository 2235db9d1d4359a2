// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Sockets

// The connections of the command line, which any program of the user can make as many of as it likes.

extension EnclaveService {
  /// Connections of the command line that have said `hello`, at one time.
  static let maximumCommandLines = 40
  /// The maximum number of connections that have not said it yet, beside them.
  private static let maximumSilent = 64
  /// The most that are taken in one round.
  private static let maximumAccepted = 16

  func acceptAll() {
    for _ in 0..<Self.maximumAccepted {
      guard let socket = try? listener.accept() else { return }
      // On any error, assume that the peer is not the owner, and close the connection.
      guard let peer = try? socket.peer(), peer.user == owner else { continue }
      makeRoomForSilent()
      let connection = add(.commandLine, socket, process: peer.process)
      // Most have said `hello` by now.
      serve(connection)
    }
  }

  /// A connection that has said `hello` never makes room for one that has not. Of those that have not, the oldest goes of
  /// the process that has the most.
  private func makeRoomForSilent() {
    let silent = connections.values.filter { $0.role == .commandLine && $0.stage == .new }
    guard silent.count >= Self.maximumSilent, let oldest = Self.oldest(of: Self.most(of: silent)) else { return }
    // Its `hello` may have come in the meantime.
    serve(oldest)
    if oldest.stage == .new { close(oldest) }
  }

  /// Makes room for a channel of a command line. At the limit, the one unused longest of the process with the most is
  /// closed, and none that waits for a passcode. A lock that has been asked for is carried out before.
  func makeRoomForCommandLine(besides connection: EnclaveConnection) {
    let others = connections.values.filter {
      $0.role == .commandLine && $0.stage == .established && $0 !== connection
    }
    guard others.count >= Self.maximumCommandLines else { return }
    let idle = others.filter { !$0.isWaiting }
    // Those that wait for the lock do not need to hear of it to be obeyed.
    let going = idle.isEmpty ? others.filter { $0.waitsFor == .lock } : idle
    guard let oldest = Self.oldest(of: Self.most(of: going)) else { return }
    while !oldest.isWaiting, serve(oldest) != nil {}
    close(oldest)
  }

  private static func most(of connections: [EnclaveConnection]) -> [EnclaveConnection] {
    Dictionary(grouping: connections, by: \.process).values.max { $0.count < $1.count } ?? []
  }

  private static func oldest(of connections: [EnclaveConnection]) -> EnclaveConnection? {
    connections.min { ($0.lastUse, $0.number) < ($1.lastUse, $1.number) }
  }
}
