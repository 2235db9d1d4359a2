// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Glibc
import LoginSession
import OwnProcess
import Sockets
import SupervisorMessages
import SystemCalls
import Threads

/// `bailey-session` locks as the desktop's session does. The supervisor starts it with its channel for reports on descriptor 3, and on 4
/// a channel to the enclave that may lock and nothing else. SIGTERM ends it; where that channel ends, so does this.
@main enum SessionProgram {
  static func main() {
    do {
      try ProcessHardening.refuseCoreDumps()
      try ProcessHardening.keep([])
      let stops = try SignalDescriptor([SIGTERM, SIGINT])
      let report = PacketSocket(FileDescriptor(owning: 3))
      let enclave = try OwnerChannel(adopting: PacketSocket(FileDescriptor(owning: 4)))
      let (states, lost) = (Locked<[SessionFollower.State]>([]), try ThreadNotifier())
      let news = try ThreadNotifier()
      let follower = try SessionFollower(of: PeerCredentials.ownUser) { mode in
        do throws(EnclaveClientError) { try enclave.lock(mode) } catch .refused(let refusal) {
          // Without a passcode there is nothing to lock.
          if refusal != .noPasscode { say("the lock was refused: \(refusal)") }
        } catch {
          say("the lock could not be asked for: \(error)")
          lost.notify()
        }
      } report: { state in
        states.withLock { $0.append(state) }
        news.notify()
      }
      let thread = try SystemThread(named: "session") { follower.run() }
      try DaemonReport.ready.send(on: report)
      while true {
        // The supervisor says nothing: its channel becomes readable when it is gone.
        let ready = try Poll.readable([stops.descriptor.raw, report.raw, lost.raw, news.raw])
        guard !ready[0], !ready[1], !ready[2] else { break }
        news.wait(within: .zero)
        let said = states.withLock { states in
          defer { states = [] }
          return states
        }
        if let state = said.last { try DaemonReport.session(SessionFollowing(state)).send(on: report) }
      }
      follower.stop()
      thread.join()
    } catch {
      stop(1, "\(error)")
    }
  }

  private static func say(_ sentence: String) {
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(Array("\(sentence)\n".utf8).span)
    _ = errors.release()
  }

  private static func stop(_ status: Int32, _ sentence: String) -> Never {
    say(sentence)
    exit(status)
  }
}

extension SessionFollowing {
  fileprivate init(_ state: SessionFollower.State) {
    self =
      switch state {
      case .followed: .followed
      case .noScreen: .noScreen
      case .noLogind: .noLogind
      }
  }
}
