// SPDX-License-Identifier: Apache-2.0
import FingerprintMessages
import ServiceChannels
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - Fingerprints

/// Both ends of the channel between `baileyd` and the process that speaks with the sensor. They outlive either process.
final class SensorEnds {
  let ofBroker: PacketSocket
  let ofSensor: PacketSocket

  init() throws(SystemError) {
    let pair = try PacketSocket.pair()
    ofBroker = pair.near
    ofSensor = pair.far
  }
}

extension Supervisor {
  private static let timeToStart = Duration.seconds(30)

  /// The channel, made once.
  func sensorEnds() throws(StartFailure) -> SensorEnds {
    if let ends = sensorChannel { return ends }
    do {
      let ends = try SensorEnds()
      sensorChannel = ends
      return ends
    } catch {
      throw StartFailure(.socket, code: error.code)
    }
  }

  /// Starts the process that speaks with fprintd, once `baileyd` has wanted it. Without it no finger is a proof, and all else goes on.
  func followFingerprints() {
    guard areFingersWanted, fingerprints == nil, fingerprintBackoff.isOver(clock.now) else { return }
    do throws(StartFailure) {
      let report = try socketPair()
      let ends = try sensorEnds()
      // The descriptors are handed over by number, so they must stay open until then.
      fingerprints = try withExtendedLifetime(ends) { () throws(StartFailure) in
        try start(
          "bailey-fingerprint", [], descriptors: [report.far.raw, ends.ofSensor.raw], readyBy: Self.timeToStart)
      }
      fingerprints?.report = .some(report.near)
    } catch {
      log("no fingerprints: \(error.reason) \(error.subject) \(error.code)")
      fingerprintBackoff.ended(.neverReady, now: clock.now)
    }
  }

  func fingerprintsEnded(_ daemon: Daemon) {
    fingerprints = nil
    // Where there is no room `baileyd` has not taken what was sent before, and waits for nothing for long.
    if let ends = sensorChannel { try? SensorReport.gone.send(on: ends.ofSensor) }
    guard goal == .run, daemon.stage != .ending else { return }
    fingerprintBackoff.ended(daemon.life, now: clock.now)
  }
}
