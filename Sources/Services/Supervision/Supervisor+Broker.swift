// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Instance
import InstanceLayout
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - The keychain

extension Supervisor {
  private static let timeToStart = Duration.seconds(30)

  /// Starts `baileyd`. If it cannot start, the files stay available, and it is started again with growing delays.
  func startBroker() {
    do throws(StartFailure) {
      let events = try socketPair()
      let report = try socketPair()
      let keys = try KeyChannels()
      let (sensor, issuer) = (try sensorEnds(), try issuerEnds())
      do {
        try withExtendedLifetime(keys) { () throws(EnclaveClientError) in
          try enclaveChannel?.adopt(events: events.near.raw, broker: keys.near.map { $0.raw })
        }
      } catch {
        throw StartFailure(.ended, subject: "bailey-enclave")
      }
      // The descriptors are handed over by number, so they must stay open until then.
      broker = try withExtendedLifetime(keys) { () throws(StartFailure) in
        try start(
          "baileyd", [instance.folder.location.broker],
          descriptors: [
            events.far.raw, instance.brokerSocket.raw, report.far.raw, sensor.ofBroker.raw, issuer.ofBroker.raw,
          ]
            + keys.far.map { $0.raw },
          readyBy: Self.timeToStart)
      }
      broker?.report = .some(report.near)
    } catch {
      log("no keychain: \(error.reason) \(error.subject) \(error.code)")
      brokerBackoff.ended(.neverReady, now: clock.now)
    }
  }

  func brokerEnded(_ daemon: Daemon) {
    broker = nil
    guard goal == .run, daemon.stage != .ending else { return }
    restarts &+= 1
    brokerBackoff.ended(daemon.life, now: clock.now)
  }
}

/// Both ends of the channels on which `baileyd` asks for keys, for as long as it takes to hand them out.
private struct KeyChannels {
  final class End {
    private let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
    var raw: Int32 { socket.raw }
  }

  private(set) var near: [End] = []
  private(set) var far: [End] = []

  init() throws(StartFailure) {
    for _ in 0..<EnclaveProtocol.brokerChannels {
      let pair: SocketPair
      do { pair = try PacketSocket.pair() } catch { throw StartFailure(.socket, code: error.code) }
      near.append(End(pair.near))
      far.append(End(pair.far))
    }
  }
}
