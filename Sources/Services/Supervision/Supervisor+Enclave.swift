// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Glibc
import Instance
import Processes
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - The enclave

extension Supervisor {
  /// The first start on a machine measures how fast it is.
  private static let timeToStart = Duration.seconds(60)

  func startEnclave() {
    var arguments: [String] = []
    if let seconds = instance.settings.graceSeconds { arguments += ["--grace-seconds", String(seconds)] }
    if let erases = instance.settings.eraseAfterTen {
      arguments.append(erases ? "--erase-after-ten" : "--wait-after-ten")
    }
    if instance.folder.mayHoldSealedFiles { arguments.append("--no-first-keys") }
    if let tcti = instance.settings.tcti { arguments += ["--tcti", tcti] }
    do throws(StartFailure) {
      let pair = try socketPair()
      enclave = try start(
        "bailey-enclave", arguments,
        descriptors: [pair.far.raw, instance.enclaveSocket.raw, instance.enclaveFolder.raw], readyBy: Self.timeToStart)
      enclaveChannel = SupervisorChannel(adopting: pair.near)
    } catch {
      reportFailure(error)
      enclaveBackoff.ended(.neverReady, now: clock.now)
    }
  }

  func hearEnclave() {
    guard let enclave, let enclaveChannel else { return }
    do throws(EnclaveClientError) {
      if enclave.stage == .starting {
        try enclaveChannel.waitUntilReady(within: .zero)
        enclave.becameReady()
      }
      for event in try enclaveChannel.takeEvents(within: .zero) {
        switch event {
        case .erased: keysAreGone()
        case .filesOverdue: endOverdueFiles()
        case .brokerOverdue: endOverdue(broker)
        case .ready, .willLock, .locking, .locked, .unlocked: break
        }
      }
    } catch {
      // Its end is noticed by its pidfd; until then there is nothing to hear.
      self.enclaveChannel = nil
      end(enclave)
    }
  }

  /// The enclave waits for its end, to be able to say that it is locked.
  private func endOverdue(_ daemon: Daemon?) {
    guard let daemon else { return }
    log("\(daemon.name) has not given up its keys in time: killed")
    try? daemon.child.send(SIGKILL)
  }

  private func keysAreGone() {
    log("erased: the keys are gone")
    goal = .erase
  }

  func enclaveEnded(_ ending: ProcessEnd, _ daemon: Daemon) {
    enclave = nil
    enclaveChannel = nil
    guard goal == .run else { return }
    restarts &+= 1
    enclaveBackoff.ended(daemon.life, now: clock.now)
    let failure = StartFailure(ending, of: daemon.name)
    if !daemon.wasReady { reportFailure(failure) }
    if failure.reason == .keybagDamaged { stopAfterFailure() }
    // An erase that a power cut interrupted: the keys are gone, and the rest goes as it would have then.
    if failure.reason == .erased { keysAreGone() }
  }

  func socketPair() throws(StartFailure) -> SocketPair {
    do { return try PacketSocket.pair() } catch { throw StartFailure(.socket, code: error.code) }
  }
}
