// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - The desktop's session

extension Supervisor {
  private static let timeToStart = Duration.seconds(30)

  /// Starts the process that locks as the session does. Without it nothing locks by itself, and all else goes on: the status
  /// says so.
  func followSession() {
    guard session == nil, sessionBackoff.isOver(clock.now) else { return }
    do throws(StartFailure) {
      let report = try socketPair()
      let locks = try socketPair()
      do { try enclaveChannel?.adopt(locker: locks.near.raw) } catch {
        throw StartFailure(.ended, subject: "bailey-enclave")
      }
      // The descriptors are handed over by number, so they must stay open until then.
      session = try start(
        "bailey-session", [], descriptors: [report.far.raw, locks.far.raw], readyBy: Self.timeToStart)
      session?.report = .some(report.near)
    } catch {
      log("no session: \(error.reason) \(error.subject) \(error.code)")
      sessionBackoff.ended(.neverReady, now: clock.now)
    }
  }

  func sessionEnded(_ daemon: Daemon) {
    session = nil
    sessionState = .away
    guard goal == .run, daemon.stage != .ending else { return }
    sessionBackoff.ended(daemon.life, now: clock.now)
  }
}
