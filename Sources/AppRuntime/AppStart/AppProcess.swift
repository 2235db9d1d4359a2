// SPDX-License-Identifier: Apache-2.0
import AppSandbox
import BrokerMessages
import DeviceAccess
import Events
import FolderAccess
import Glibc
import NetworkAccess
import OwnProcess
import ProcessIsolation
import Processes
import SystemCallFilter
import SystemCalls

/// The services of an app outside of its sandbox, while it runs.
struct AppAccess {
  /// The app's own name.
  let name: String
  let socket: AppSocket
  let watch: DeviceWatch
  let devices: DeviceAccess?
  let network: NetworkAccess?
  let folders: FolderAccess?
  let bus: BusGate?
  /// The trace of refused calls; nil where nobody asks for it.
  let trace: SandboxTrace?
  let limits: ControlGroup
  let note: @Sendable (StartNote) -> Void
}

/// The processes of one start: `bwrap`, the first process inside, and the app below that.
enum AppProcess {
  /// Passed on to the app. What a terminal sends reaches the app without help, because it is in the foreground too.
  private static let passedOn = [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT]
  private static let fromTerminal = [SIGINT, SIGQUIT]

  /// Runs `bwrap` to its end. `renew` looks for a new connection in the place of one that was lost.
  static func run(
    _ program: String, _ words: inout SandboxArguments, _ access: AppAccess, _ first: HandedSocket,
    renew: () -> ServiceRenewal
  ) throws(StartFailure) -> Int32 {
    do throws(SystemError) {
      // Where the kernel is too old, apps are kept from abstract sockets, X11's among them, by a network of their own alone.
      try? ProcessHardening.scopeSocketsAndSignals()
      let signals = try SignalDescriptor(passedOn + fromTerminal)
      try access.folders?.follow()
      let network = try SandboxNetwork(&words)
      var plan = try words.childPlan(of: program, mark: access.socket.number)
      (plan.share, plan.limits) = (access.limits.share, SandboxKind.app.limits)
      let streams = try StandardStreams()
      (plan.input, plan.output, plan.errors) = (streams[STDIN_FILENO], streams[STDOUT_FILENO], streams[STDERR_FILENO])
      let child: ChildProcess
      do throws(SystemError) {
        child = try start(plan, access)
      } catch {
        guard error.code == ENOENT else { throw error }
        throw SystemError(.exec, code: ENOENT)
      }
      defer { access.network?.finish() }
      let code: Int32
      do throws(SystemError) {
        try access.network?.prepare()
        try access.watch.follow(child.process)
        try streams.begin()
        try fill(network, of: child, access, first)
        code = try follow(child, signals, first, access, renew)
      } catch {
        try? child.send(SIGKILL)
        throw error
      }
      if let error = streams.finish() { access.note(.outputLost(error)) }
      return code
    } catch {
      guard error.call != .exec else {
        throw .noProgram(program, error)
      }
      throw .notStarted(error)
    }
  }

  private static func start(
    _ plan: ChildPlan, _ access: AppAccess
  ) throws(SystemError) -> ChildProcess {
    guard let trace = access.trace else {
      if let devices = access.devices { return try devices.start(plan) }
      return try ChildProcess.start(plan)
    }
    let child = try trace.start(plan, devices: access.devices?.answers)
    access.devices?.follow(child.process)
    return child
  }

  /// Puts into an app's network what it finds there: the socket of `baileyd`, which waits for it on this connection, its bus
  /// and the proxy.
  private static func fill(
    _ prepared: SandboxNetwork, of child: borrowing ChildProcess, _ access: AppAccess, _ connection: HandedSocket
  ) throws(SystemError) {
    guard let sockets = try prepared.sockets(of: child) else { return }
    try access.socket.listen(on: sockets.packets)
    // One that is gone by now is noticed by whoever follows it.
    try? access.socket.hand(over: connection)
    try access.bus?.start(on: sockets.bytes)
    if let network = access.network { try network.start(on: sockets.stream, tunnel: prepared.tunnel()) }
    do throws(SystemCallFilterError) { try SystemCallFilter.refuse(RefusedCall.runtime) } catch {
      throw SystemError(.prctl, code: error.code)
    }
    try prepared.begin()
  }

  private static func follow(
    _ child: borrowing ChildProcess, _ signals: borrowing SignalDescriptor, _ first: HandedSocket, _ access: AppAccess,
    _ renew: () -> ServiceRenewal
  ) throws(SystemError) -> Int32 {
    var service = AppService.served(first)
    while true {
      let ready = try Poll.readable(
        [child.descriptor.raw, signals.descriptor.raw, service.descriptor], within: service.timeToNextStep)
      if ready[1], let signal = signals.next() { pass(signal, to: child.process) }
      if ready[0] {
        switch try child.wait() {
        case .exited(let code): return code
        case .killed(let signal): return 128 + signal
        }
      }
      switch service.next(isReadable: ready[2], renew) {
      case .goOn: continue
      case .tellToEnd:
        access.note(.stopped(access.name))
        pass(SIGTERM, to: child.process)
      case .kill: killAll(below: child)
      }
    }
  }

  /// The first process inside takes all others with it, and `bwrap` ends after it: the files that they had are closed then.
  private static func killAll(below bubblewrap: borrowing ChildProcess) {
    guard let first = onlyChild(of: bubblewrap.process), kill(first, SIGKILL) == 0 else {
      // May fail: then it has ended by itself.
      try? bubblewrap.send(SIGKILL)
      return
    }
  }

  private static func pass(_ signal: Int32, to bubblewrap: Int32) {
    let streams: [Int32] = [0, 1, 2]
    if fromTerminal.contains(signal), streams.contains(where: { Terminal.isTerminal($0) }) { return }
    guard let first = onlyChild(of: bubblewrap), let app = onlyChild(of: first) else { return }
    kill(app, signal)
  }

  /// The processes below are `bwrap`'s own until the app, and have one child each.
  private static func onlyChild(of process: Int32) -> Int32? {
    guard let file = try? FileDescriptor.open("/proc/\(process)/task/\(process)/children", O_RDONLY),
      let bytes = try? file.readToEnd(atMost: 4096)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").first.flatMap { Int32($0) }
  }
}
