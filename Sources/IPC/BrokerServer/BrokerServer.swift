// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import CallerIdentity
import Clocks
import Events
package import Sockets
import Threads

/// Serves programs on a socket, each connection on a thread of its own, so that a call takes no more switches between
/// threads than it has to.
///
/// A client that hangs, sends garbage or goes away in the middle of a message holds up its own thread and nobody else;
/// how many there can be, and how much they can take up, is said by `BrokerLimits`.
package final class BrokerServer<Handler: RequestHandler>: Sendable {
  private let handler: Handler
  private let identification: CallerIdentification
  private let limits: BrokerLimits
  private let accounts: CallerAccounts
  private let answers: AnswerRoom
  private let rare: Locked<RateLimit>

  /// Serves only processes of `owner`; `commandLine` is the one file that is `bailey`.
  package init(
    _ handler: Handler, owner: UInt32, commandLine: [UInt8], files: ProgramFiles, tickets: ProgramTickets?,
    limits: BrokerLimits = BrokerLimits()
  ) {
    self.handler = handler
    identification = CallerIdentification(user: owner, commandLine: commandLine, files: files, tickets: tickets)
    self.limits = limits
    accounts = CallerAccounts(limits)
    answers = AnswerRoom(limits)
    let rare = RateLimit(burst: limits.rareBurst, perSecond: limits.rarePerSecond, from: BootClock.system.now())
    self.rare = Locked(rare)
  }

  /// Takes the next connection of a listening socket that notes senders. `origin` is what this socket says of its callers.
  /// Where the kernel does not tell who connects, the connection is closed.
  package func accept(from listener: borrowing PacketSocket, origin: ConnectionOrigin = .shared) {
    guard let socket = try? listener.accept(), let peer = try? socket.peer(), peer.user == identification.user,
      (try? socket.noteSenders()) != nil, (try? socket.limitWaits(to: limits.timeout)) != nil,
      (try? socket.limitReceives(to: limits.handshake)) != nil
    else { return }
    let connection = Connection(
      socket, process: peer.process, account: CallerAccount(origin, process: peer.process))
    guard let slots = accounts.admit(connection) else { return }
    do {
      try SystemThread.start(named: "caller \(peer.process)") { [self] in
        serve(connection, origin, slots)
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

  private func serve(_ connection: Connection, _ origin: ConnectionOrigin, _ slots: CountingSemaphore) {
    var session = ConnectionSession(connection, accounts, limits)
    defer { session.close() }
    do throws(ConnectionSession.End) {
      let caller = try session.handshake(identification, origin: origin)
      guard accounts.establish(connection) else { return }
      // From now on the connection may be idle.
      guard (try? connection.socket.limitReceives(to: limits.idle)) != nil else { return }
      let claim = AnswerClaim(answers, of: connection.account)
      let handlerSession = handler.session(for: caller, claim)
      defer { if caller.hasEnded() { handler.isGone(caller.process) } }
      while true {
        let request = try session.receive()
        guard caller.isTheSame else {
          // What it is now, it says on another connection. Nothing was taken of this request.
          guard caller.isAlive else { return }
          return try session.send(.idleClose)
        }
        var reply = slots.enter { answer(request, from: caller, in: handlerSession) }
        while reply.isFollowed {
          try session.send(reply)
          reply = slots.enter { handler.rest(in: handlerSession) }
        }
        try session.send(reply)
        claim.release()
      }
    } catch {}
  }

  private func answer(
    _ request: BrokerRequest, from caller: VerifiedCaller, in session: Handler.Session
  ) -> BrokerReply {
    let row = request.row
    guard row.callers.contains(caller.role) else { return .refused(.notPermitted) }
    if case .hello = request { return .refused(.outOfOrder) }
    if row.pace == .rarely, rare.withLock({ $0.take(at: BootClock.system.now()) }) == .tooMany {
      return .refused(.tooManyRequests)
    }
    return handler.answer(request, in: session)
  }
}
