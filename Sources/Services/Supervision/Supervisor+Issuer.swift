// SPDX-License-Identifier: Apache-2.0
import Instance
import InstanceLayout
import IssuerMessages
import ServiceChannels
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - The organisation's issuer

/// Both ends of the channel between `baileyd` and the process that asks the issuer. They outlive either process.
final class IssuerEnds {
  let ofBroker: PacketSocket
  let ofIssuer: PacketSocket

  init() throws(SystemError) {
    let pair = try PacketSocket.pair()
    ofBroker = pair.near
    ofIssuer = pair.far
  }
}

extension Supervisor {
  private static let timeToStart = Duration.seconds(30)

  /// The channel, made once.
  func issuerEnds() throws(StartFailure) -> IssuerEnds {
    if let ends = issuerChannel { return ends }
    do {
      let ends = try IssuerEnds()
      issuerChannel = ends
      return ends
    } catch {
      throw StartFailure(.socket, code: error.code)
    }
  }

  /// Starts the process that asks the issuer while the instance is enrolled with one, and ends it when it is not. Without it no key is
  /// attested, and all else goes on.
  func followIssuer() {
    guard isIssuerAsked else {
      if let issuer { end(issuer) }
      return
    }
    guard issuer == nil, issuerBackoff.isOver(clock.now) else { return }
    do throws(StartFailure) {
      let report = try socketPair()
      let ends = try issuerEnds()
      // The descriptors are handed over by number, so they must stay open until then.
      issuer = try withExtendedLifetime(ends) { () throws(StartFailure) in
        try start(
          "bailey-issuer", [instance.folder.location.broker], descriptors: [report.far.raw, ends.ofIssuer.raw],
          readyBy: Self.timeToStart)
      }
      issuer?.report = .some(report.near)
    } catch {
      log("no issuer: \(error.reason) \(error.subject) \(error.code)")
      issuerBackoff.ended(.neverReady, now: clock.now)
    }
  }

  func issuerEnded(_ daemon: Daemon) {
    issuer = nil
    // Where there is no room `baileyd` has not taken what was sent before, and waits for nothing for long.
    if let ends = issuerChannel { try? IssuerReport.gone.send(on: ends.ofIssuer) }
    guard goal == .run, daemon.stage != .ending else { return }
    issuerBackoff.ended(daemon.life, now: clock.now)
  }
}
