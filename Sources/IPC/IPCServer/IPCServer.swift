// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
package import LinuxSystem

/// Serves programs on a socket, each connection on a thread of its own, so that a call takes no more switches between
/// threads than it has to.
///
/// A client that hangs, sends garbage or goes away in the middle of a message holds up its own thread and nobody else;
/// how many there can be, and how much they can take up, is said by `BrokerLimits`.
package final class IPCServer<Handler: RequestHandler>: Sendable {
  private let handler: Handler
  private let owner: UInt32
  /// The one file that is the command line.
  private let commandLine: [UInt8]
  private let limits: BrokerLimits
  private let files: ProgramFiles
  private let accounts: CallerAccounts
  private let rare: Locked<RateLimit>

  /// Only processes of `owner` are heard.
  package init(
    _ handler: Handler, owner: UInt32, commandLine: [UInt8], files: ProgramFiles, limits: BrokerLimits = BrokerLimits()
  ) {
    self.handler = handler
    self.owner = owner
    self.commandLine = commandLine
    self.limits = limits
    self.files = files
    accounts = CallerAccounts(limits)
    let rare = RateLimit(burst: limits.rareBurst, perSecond: limits.rarePerSecond, from: BootClock.system.now())
    self.rare = Locked(rare)
  }

  /// Takes the next connection of a listening socket that notes senders.
  package func accept(from listener: borrowing PacketSocket) {
    guard let socket = try? listener.accept(), let peer = try? socket.peer(), peer.user == owner,
      (try? socket.noteSenders()) != nil, (try? socket.limitWaits(to: limits.patience)) != nil,
      (try? socket.limitReceives(to: limits.idle)) != nil
    else { return }
    let connection = Connection(socket, process: peer.process)
    guard let slots = accounts.admit(connection) else { return }
    do {
      try SystemThread.start(named: "caller \(peer.process)") { [self] in
        serve(connection, slots)
        connection.socket.shutDown()
        accounts.leave(connection)
      }
    } catch {
      accounts.leave(connection)
    }
  }

  /// Ends every connection as soon as nothing is worked on, and returns when all are gone or the time is over.
  package func stop(within time: Duration) {
    let deadline = ContinuousClock.now.advanced(by: time)
    while !accounts.connections.isEmpty, ContinuousClock.now < deadline {
      for connection in accounts.connections { _ = connection.end() }
      _ = try? Poll.readable([], within: .milliseconds(2))
    }
  }

  // MARK: - One connection

  private func serve(_ connection: Connection, _ slots: CountingSemaphore) {
    var conversation = Conversation(connection, accounts, limits)
    defer { conversation.close() }
    do throws(Conversation.End) {
      let caller = try conversation.greet(files, user: owner) { program in
        program.place != .elsewhere && program.path == commandLine ? .commandLine : .program
      }
      let session = handler.session(for: caller)
      defer { if caller.hasEnded() { handler.isGone(caller.process) } }
      while true {
        let request = try conversation.receive()
        guard caller.isAlive else { return }
        try conversation.send(slots.enter { answer(request, from: caller, in: session) })
      }
    } catch {}
  }

  private func answer(
    _ request: BrokerRequest, from caller: VerifiedCaller, in session: Handler.Session
  ) -> BrokerReply {
    let policy = RequestPolicy.of(request.number)
    guard policy.callers.contains(caller.role) else { return .refused(.notPermitted) }
    if case .hello = request { return .refused(.outOfOrder) }
    if policy.pace == .rarely, rare.withLock({ $0.take(at: BootClock.system.now()) }) == .tooMany {
      return .refused(.tooManyRequests)
    }
    return handler.answer(request, in: session)
  }
}
