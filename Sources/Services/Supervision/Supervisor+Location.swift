// SPDX-License-Identifier: Apache-2.0
import Instance
import InstanceLayout
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - The location

extension Supervisor {
  private static let timeToStart = Duration.seconds(30)

  /// Starts or ends the process that follows what knows the location. Without it apps are told nothing, and all else goes on.
  func followLocation() {
    guard isLocationFollowed else {
      if let location { end(location) }
      return
    }
    guard location == nil, locationBackoff.isOver(clock.now) else { return }
    do throws(StartFailure) {
      let report: SocketPair
      do { report = try PacketSocket.pair() } catch { throw StartFailure(.socket, code: error.code) }
      // The descriptor is handed over by number, so it must stay open until then.
      location = try start(
        "bailey-location", [instance.folder.location.broker], descriptors: [report.far.raw], readyBy: Self.timeToStart)
      location?.report = .some(report.near)
    } catch {
      log("no location: \(error.reason) \(error.subject) \(error.code)")
      locationBackoff.ended(.neverReady, now: clock.now)
    }
  }

  func locationEnded(_ daemon: Daemon) {
    location = nil
    guard goal == .run, daemon.stage != .ending else { return }
    locationBackoff.ended(daemon.life, now: clock.now)
  }
}
