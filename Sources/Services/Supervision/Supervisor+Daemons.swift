// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import Instance
import Processes
import SupervisorMessages
import SystemCalls

// MARK: - Starting, ending and listening to any daemon

extension Supervisor {
  private static let timeToEnd = Duration.seconds(15)

  /// Starts a program of the supervisor's own folder; after `descriptors` it gets the instance lock.
  func start(
    _ name: String, _ arguments: [String], descriptors: [Int32], readyBy: Duration
  ) throws(StartFailure) -> Daemon {
    do {
      let output = try Pipe()
      let nothing = try FileDescriptor.open("/dev/null", O_RDONLY)
      var plan = ChildPlan(path: programs + "/" + name, arguments: arguments)
      plan.descriptors = descriptors + [instance.lock.descriptor.raw]
      plan.input = nothing.raw
      plan.output = output.writing.raw
      plan.errors = output.writing.raw
      let child = try ChildProcess.start(plan)
      log("\(name) started, process \(child.process)")
      return Daemon(name, child, output: output.reading, readyBy: readyBy)
    } catch {
      throw StartFailure(.program, code: error.code, subject: name)
    }
  }

  func end(_ daemon: Daemon) {
    guard daemon.stage != .ending else { return }
    daemon.isEnding(by: clock.now.advanced(by: Self.timeToEnd))
    try? daemon.child.send(SIGTERM)
  }

  func endOverdue() {
    for daemon in daemons {
      guard let deadline = daemon.deadline, deadline <= clock.now else { continue }
      log("\(daemon.name) is not \(daemon.stage == .starting ? "ready" : "gone") in time: killed")
      if daemon.stage == .starting, daemon !== broker, daemon !== location, daemon !== session,
        daemon !== fingerprints, daemon !== issuer
      {
        reportFailure(StartFailure(.timedOut, subject: daemon.name))
      }
      daemon.isEnding(by: clock.now.advanced(by: Self.timeToEnd))
      // A thread of its own that waits in the kernel for the mount would outlive it, and keep the mount.
      if daemon === files { _ = mountFolder.cutOff() }
      try? daemon.child.send(SIGKILL)
    }
  }

  /// Takes a daemon's report. When it reports no more, its exit status says whether it failed.
  func hear(_ daemon: Daemon) {
    guard let socket = daemon.report.take() else { return }
    switch DaemonReport.next(from: socket) {
    case .ready:
      daemon.becameReady()
      if daemon === files { filesBecameReady() } else if daemon === broker { log("keychain ready") }
    case .swappableKeys:
      daemon.keys = .swappable
      log("\(daemon.name): keys may be swapped out, as the limit of locked memory (RLIMIT_MEMLOCK) leaves no room")
    case .keychain(let health):
      if health != keychainHealth { log("keychain: \(health)") }
      keychainHealth = health
    case .register(let state):
      if state != register { log("register of apps: \(state)") }
      register = state
    case .pagesAreGone: daemon.pages = .areGone
    case .location(let isFollowed):
      // What counts is what `baileyd` says of itself.
      guard daemon === broker else { return }
      isLocationFollowed = isFollowed
    case .session(let state):
      guard daemon === session else { return }
      sessionState = state
    case .fingersAreWanted:
      guard daemon === broker else { return }
      areFingersWanted = true
    case .issuer(let isAsked):
      guard daemon === broker else { return }
      isIssuerAsked = isAsked
    case nil: return
    }
    daemon.report = .some(socket)
  }

  /// Takes note of a daemon that has ended.
  func reap(_ daemon: Daemon) {
    guard daemons.contains(where: { $0 === daemon }), let end = try? daemon.child.wait() else { return }
    forwardOutput(of: daemon)
    log("\(daemon.name) ended: \(end)")
    if daemon === enclave {
      enclaveEnded(end, daemon)
    } else if daemon === files {
      filesEnded(end, daemon)
    } else if daemon === location {
      locationEnded(daemon)
    } else if daemon === session {
      sessionEnded(daemon)
    } else if daemon === fingerprints {
      fingerprintsEnded(daemon)
    } else if daemon === issuer {
      issuerEnded(daemon)
    } else {
      brokerEnded(daemon)
    }
  }

  /// Copies what a daemon printed into the log, line by line.
  func forwardOutput(of daemon: Daemon) {
    while (try? Poll.readable([daemon.output.raw], within: .zero)) == [true] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var span = bytes.mutableSpan
      guard let count = try? daemon.output.readAvailable(into: &span), count > 0 else {
        daemon.isSilent = true
        return
      }
      var lines = (daemon.unfinishedLine + bytes.prefix(count)).split(separator: 10, omittingEmptySubsequences: false)
      daemon.unfinishedLine = Array((lines.popLast() ?? []).suffix(4096))
      for line in lines { instance.log.write(String(decoding: line, as: UTF8.self), from: daemon.name) }
    }
  }
}

extension StartFailure {
  /// The reason of a daemon's failed start, by its end: its exit statuses are part of its contract.
  init(_ end: ProcessEnd, of program: String) {
    switch end {
    case .exited(3): self.init(.keybagDamaged, code: 3, subject: program)
    case .exited(4): self.init(.rootKey, code: 4, subject: program)
    case .exited(5): self.init(.erased, code: 5, subject: program)
    case .exited(let status): self.init(.ended, code: status, subject: program)
    case .killed(let signal): self.init(.ended, code: -signal, subject: program)
    }
  }
}
