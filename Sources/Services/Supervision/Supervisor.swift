// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import Events
import Files
import Glibc
import Instance
import InstanceLayout
import KeychainModel
import Processes
import Sockets
import SupervisorMessages
import SystemCalls
import Threads

/// Runs the processes of one instance: starts them, starts them again when they end by themselves, and stops them in
/// order, the keychain and the files before the enclave that has their keys.
///
/// One thread, one loop. Each turn first does what the goal and the state of the daemons ask for, then waits for the
/// next thing to happen. It holds no key and reads nothing but its own protocol.
final class Supervisor {
  var instance: SupervisedInstance
  let mountFolder: MountFolder
  /// The folder with `bailey-enclave`, `bailey-fs` and `baileyd`.
  let programs: String
  let clock = ContinuousClock()

  var goal = Goal.run
  var enclave: Daemon?
  var enclaveChannel: SupervisorChannel?
  var enclaveBackoff = Backoff()
  var files: Daemon?
  var filesBackoff = Backoff()
  var broker: Daemon?
  var keychainHealth = StoreHealth.well
  var register = RegisterState.inForce
  var brokerBackoff = Backoff()
  /// Follows what knows the location, while `baileyd` wants it.
  var location: Daemon?
  var locationBackoff = Backoff()
  var isLocationFollowed = false
  /// Locks as the desktop's session does.
  var session: Daemon?
  var sessionBackoff = Backoff()
  var sessionState = SessionFollowing.away
  /// Speaks with fprintd, once `baileyd` has wanted it.
  var fingerprints: Daemon?
  var fingerprintBackoff = Backoff()
  var areFingersWanted = false
  var sensorChannel: SensorEnds?
  /// Asks the organisation's issuer, while the instance is enrolled with one.
  var issuer: Daemon?
  var issuerBackoff = Backoff()
  var isIssuerAsked = false
  var issuerChannel: IssuerEnds?
  var clients: [Client] = []
  var consolePorts: [ConsolePort] = []
  var check: Check?
  var restarts: UInt32 = 0
  /// The client that started this supervisor. The connection stays to the end, which is how its end is noticed.
  private var starter: SupervisorConnection
  /// Whether the mount has neither answered for the first time nor failed.
  private(set) var isComingUp = true
  private var exitStatus: Int32 = 0

  enum Goal {
    case run, stop
    /// The keys are gone: stop, and remove what cannot be read any more.
    case erase
  }

  init(_ instance: consuming SupervisedInstance, programs: String, starter: consuming SupervisorConnection) {
    mountFolder = MountFolder(path: instance.settings.mount ?? instance.folder.location.defaultMount)
    self.instance = instance
    self.programs = programs
    self.starter = starter
  }

  func run() -> Int32 {
    log("supervisor \(BaileyVersion.current) started, mount \(mountFolder.path)")
    while true {
      endOverdue()
      if pursueGoal() == .reached { break }
      waitForNext()
    }
    finish()
    return exitStatus
  }

  func log(_ line: String) { instance.log.write(line, from: "bailey") }
}

// MARK: - One turn

extension Supervisor {
  private enum Progress { case underWay, reached }

  private func pursueGoal() -> Progress {
    if goal == .run { runDaemons() }
    // The turn may have decided to stop.
    if goal == .run { return .underWay }
    guard let next = daemons.last else { return .reached }
    end(next)
    return .underWay
  }

  private func runDaemons() {
    guard let enclave else {
      // Without the enclave the other daemons are ended too: their channels to it are closed.
      daemons.forEach { end($0) }
      if daemons.isEmpty, enclaveBackoff.isOver(clock.now) { startEnclave() }
      return
    }
    guard enclave.stage == .running else { return }
    if broker == nil, brokerBackoff.isOver(clock.now) { startBroker() }
    followLocation()
    followSession()
    followFingerprints()
    followIssuer()
    if let files {
      if check?.stage == .waiting { end(files) }
    } else if check?.stage == .waiting {
      startCheck()
    } else if filesBackoff.isOver(clock.now) {
      startFiles()
    }
  }

  /// The daemons that run, in the order in which they are started; the last one is stopped first.
  var daemons: [Daemon] { [enclave, files, broker, location, session, fingerprints, issuer].compactMap { $0 } }

  /// Waits for the next event, and handles it.
  private func waitForNext() {
    var sources: [(descriptor: Int32, act: () -> Void)] = [
      (instance.signals.descriptor.raw, takeSignal), (instance.controlSocket.raw, acceptClient),
    ]
    for client in clients { sources.append((client.descriptor, { self.serve(client) })) }
    for daemon in daemons {
      if !daemon.isSilent { sources.append((daemon.output.raw, { self.forwardOutput(of: daemon) })) }
      if let report = daemon.report?.raw { sources.append((report, { self.hear(daemon) })) }
      sources.append((daemon.child.descriptor.raw, { self.reap(daemon) }))
    }
    if let enclaveChannel { sources.append((enclaveChannel.descriptor, hearEnclave)) }
    guard let ready = try? Poll.readable(sources.map(\.descriptor), within: timeToNextDeadline) else { return }
    for (source, isReady) in zip(sources, ready) where isReady { source.act() }
  }

  private var timeToNextDeadline: Duration? {
    var deadlines = daemons.compactMap(\.deadline)
    if goal == .run, enclave == nil, let due = enclaveBackoff.due { deadlines.append(due) }
    if goal == .run, files == nil, let due = filesBackoff.due { deadlines.append(due) }
    if goal == .run, broker == nil, let due = brokerBackoff.due { deadlines.append(due) }
    if goal == .run, session == nil, let due = sessionBackoff.due { deadlines.append(due) }
    if goal == .run, isLocationFollowed, location == nil, let due = locationBackoff.due { deadlines.append(due) }
    if goal == .run, areFingersWanted, fingerprints == nil, let due = fingerprintBackoff.due { deadlines.append(due) }
    if goal == .run, isIssuerAsked, issuer == nil, let due = issuerBackoff.due { deadlines.append(due) }
    return deadlines.min().map { max(.zero, clock.now.duration(to: $0)) }
  }

  private func takeSignal() {
    guard let signal = instance.signals.next() else { return }
    log("stopping: signal \(signal)")
    if goal == .run { goal = .stop }
  }
}

// MARK: - Beginning and end

extension Supervisor {
  /// The instance is up: the one who started it is told.
  func reportReady() {
    guard isComingUp else { return }
    isComingUp = false
    try? starter.send(StartReport.ready, .refuses)
  }

  /// A failure while the instance comes up ends it, and is told; later it is only written down.
  func reportFailure(_ failure: StartFailure) {
    log("failed: \(failure.reason) \(failure.subject) \(failure.code)")
    guard isComingUp else { return }
    isComingUp = false
    try? starter.send(StartReport.failed(failure), .refuses)
    stopAfterFailure()
  }

  /// Stops for good, where starting again would not help.
  func stopAfterFailure() {
    exitStatus = 1
    if goal == .run { goal = .stop }
  }

  private func finish() {
    mountFolder.close()
    mountFolder.giveUp()
    if goal == .erase {
      do {
        try Erasure.begin(in: instance.folder)
        try Erasure.finish(in: instance.folder)
      } catch {
        log("could not remove everything: \(error)")
      }
    }
    for name in InstanceLocation.socketNames {
      try? instance.folder.sockets.unlink(name)
    }
    log("stopped")
    for client in clients where client.waitsForStop { client.send(.done) }
  }
}
