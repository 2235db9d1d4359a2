// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Events
import IssuerMessages
import ServiceChannels
package import Sockets
import SystemCallFilter
import SystemCalls
import Threads

/// Asks an organisation's issuer for `baileyd`, on a channel that nobody else has. It has no key and keeps nothing: what it is
/// given to send the machine's TPM has signed for this issuer alone, and what it brings back `baileyd` verifies.
package final class IssuerService: Sendable {
  /// The maximum number of requests at one time: `baileyd` has no more.
  private static let most = 16

  private let channel: PacketSocket
  private let issuer: RemoteIssuer
  private let open = Locked(0)

  package init(on channel: consuming PacketSocket, asking issuer: RemoteIssuer) {
    self.channel = channel
    self.issuer = issuer
  }

  /// Serves until one of the descriptors says that it is over, or the channel does.
  package func serve(until ends: [Int32]) {
    // Nobody waits for what was wanted of another process.
    while IssuerOrder.next(from: channel, .refuses) != nil {}
    say(.here)
    while let ready = try? Poll.readable(ends + [channel.raw]), !ready.dropLast().contains(true) {
      guard let order = IssuerOrder.next(from: channel) else { break }
      carryOut(order)
    }
  }

  private func carryOut(_ order: IssuerOrder) {
    switch order {
    case .hello: say(.here)
    case .challenge(let number):
      inBackground(number) { (issuer) throws(IssuerCallFailure) in try issuer.challenge() }
    case .attest(let number, let request):
      inBackground(number) { (issuer) throws(IssuerCallFailure) in try issuer.attestation(request) }
    case .deviceToken(let number, let request):
      inBackground(number) { (issuer) throws(IssuerCallFailure) in try issuer.deviceToken(request) }
    }
  }

  private func inBackground(
    _ number: UInt64, _ body: @escaping @Sendable (RemoteIssuer) throws(IssuerCallFailure) -> [UInt8]
  ) {
    let hasRoom = open.withLock { open in
      guard open < Self.most else { return false }
      open += 1
      return true
    }
    guard hasRoom else { return say(.failed(number, .unavailable)) }
    do throws(SystemError) {
      try SystemThread.start(named: "request") { [self] in
        do throws(IssuerCallFailure) { say(.answered(number, try body(issuer))) } catch { say(.failed(number, error)) }
        open.withLock { $0 -= 1 }
      }
    } catch {
      open.withLock { $0 -= 1 }
      say(.failed(number, .unavailable))
    }
  }

  /// Sends a report. Where it cannot be sent, `baileyd` is gone or does not listen, and waits for nothing for long.
  private func say(_ report: IssuerReport) { try? report.send(on: channel) }
}
