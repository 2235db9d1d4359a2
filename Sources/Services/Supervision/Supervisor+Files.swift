// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import Glibc
import Instance
import InstanceLayout
import Mounts
import Processes
import Sockets
import SupervisorMessages
import SystemCalls

// MARK: - The filesystem, and checks of it

extension Supervisor {
  private static let timeToStart = Duration.seconds(30)
  private static let timeToGiveUp = Duration.seconds(1)
  /// A check of many files takes hours.
  private static let timeToCheck = Duration.seconds(30 * 24 * 3600)

  func startFiles() {
    do throws(StartFailure) {
      try mountFolder.open(for: isComingUp ? .person : .supervisor)
      let report = try socketPair()
      let audience = instance.settings.allowOther ? ["--allow-other"] : []
      files = try startFilesystem(
        audience + [instance.folder.location.files, mountFolder.path], report: report.far.raw, readyBy: Self.timeToStart
      )
      files?.report = .some(report.near)
    } catch {
      reportFailure(error)
      filesBackoff.ended(.neverReady, now: clock.now)
      answerCheck(.notReady)
    }
  }

  func startCheck() {
    guard let check else { return }
    do throws(StartFailure) {
      mountFolder.close()
      let repair = check.request == .repair ? ["--repair"] : []
      files = try startFilesystem(
        ["--check"] + repair + [instance.folder.location.files], report: check.socket.raw, readyBy: Self.timeToCheck)
      check.stage = .running
    } catch {
      check.stage = .ended(.checkFailed)
    }
  }

  /// Starts `bailey-fs` with new channels to the enclave, which hears of them first.
  private func startFilesystem(
    _ arguments: [String], report: Int32, readyBy: Duration
  ) throws(StartFailure) -> Daemon {
    let keys = try socketPair()
    let events = try socketPair()
    do {
      try enclaveChannel?.adopt(events: events.near.raw, files: keys.near.raw)
    } catch {
      throw StartFailure(.ended, subject: "bailey-enclave")
    }
    return try start("bailey-fs", arguments, descriptors: [keys.far.raw, events.far.raw, report], readyBy: readyBy)
  }

  func filesBecameReady() {
    mountFolder.close()
    log("mounted")
    reportReady()
    answerCheck(nil)
  }

  /// `bailey-fs` has not given up its keys in the time of a lock: it waits for a disk, or was stopped.
  ///
  /// The mount is cut off first, so that whatever it waits for fails, and it is continued: then it drops its keys, lets the
  /// kernel forget all pages, and ends. Killed at once, it could not take away the pages that programs have mapped. It is
  /// killed if it has not ended soon.
  func endOverdueFiles() {
    guard let files else { return }
    let isCutOff = mountFolder.cutOff() == .cutOff
    log("bailey-fs has not given up its keys in time: \(isCutOff ? "the mount is cut off" : "it has to end")")
    try? files.child.send(SIGCONT)
    files.mustEnd(by: clock.now.advanced(by: Self.timeToGiveUp))
  }

  func filesEnded(_ ending: ProcessEnd, _ daemon: Daemon) {
    files = nil
    mountFolder.cleanUp(daemon.pages == .mayRemain && ending.leavesPages ? .mayRemain : .areGone)
    if let check, check.stage == .running {
      check.stage = .ended(ending == .exited(0) ? nil : .checkFailed)
      return
    }
    guard goal == .run, daemon.stage != .ending else { return }
    restarts &+= 1
    filesBackoff.ended(daemon.life, now: clock.now)
    if daemon.stage == .starting {
      reportFailure(StartFailure(ending, of: daemon.name))
      answerCheck(.notReady)
    }
  }

  /// Tells whoever asked for a check how it went, once the mount is back or will not come back.
  private func answerCheck(_ refusal: SupervisorRefusal?) {
    guard let check, case .ended(let own) = check.stage else { return }
    self.check = nil
    check.client.send((own ?? refusal).map { .refused($0) } ?? .done)
  }
}

extension ProcessEnd {
  /// Whether `bailey-fs` may have left pages to programs: its exit statuses are part of its contract.
  fileprivate var leavesPages: Bool {
    switch self {
    case .exited(8), .killed: true
    case .exited: false
    }
  }
}
