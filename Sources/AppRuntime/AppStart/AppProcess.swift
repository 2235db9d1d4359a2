// SPDX-License-Identifier: Apache-2.0
import AppSandbox
import BrokerMessages
import DeviceAccess
import FolderAccess
import Glibc
import LinuxSystem
import NetworkAccess

/// What an app gets from out here, while it runs.
struct AppAccess {
  let watch: DeviceWatch
  let devices: DeviceAccess?
  let network: NetworkAccess?
  let folders: FolderAccess?
  /// Nil where nobody asks what is refused.
  let trace: SandboxTrace?
  let limits: ControlGroup
}

/// The processes of one start: `bwrap`, the first process inside, and the app below that.
enum AppProcess {
  /// Passed on to the app. What a terminal sends reaches the app without help, because it is in the foreground too.
  private static let passedOn = [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT]
  private static let fromTerminal = [SIGINT, SIGQUIT]
  /// Between attempts to reach a `baileyd` that is being started again.
  private static let pause = Duration.seconds(1)

  /// Runs `bwrap` to its end. `reconnect` gives a new connection in the place of one that was lost, or that one.
  static func run(
    _ program: String, _ words: inout SandboxArguments, _ access: AppAccess, _ first: HandedSocket,
    reconnect: (HandedSocket) throws(StartFailure) -> HandedSocket
  ) throws(StartFailure) -> Int32 {
    do throws(SystemError) {
      // Where the kernel is too old, apps are kept from abstract sockets, X11's among them, by a network of their own alone.
      try? ProcessHardening.scopeSocketsAndSignals()
      let signals = try SignalDescriptor(passedOn + fromTerminal)
      try access.folders?.follow()
      let network = try access.network.map { (network) throws(SystemError) in
        try NetworkStart(network, &words)
      }
      var plan = ChildPlan(path: program, arguments: words.words)
      plan.descriptors = words.descriptors
      plan.share = access.limits.share
      let child: ChildProcess
      do throws(SystemError) {
        child = try start(plan, access)
      } catch {
        guard error.code == ENOENT else { throw error }
        throw SystemError(.exec, code: ENOENT)
      }
      try access.watch.follow(child.process)
      try network?.begin(child)
      defer { access.network?.finish() }
      return try follow(child, signals, first, reconnect)
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

  private static func follow(
    _ child: borrowing ChildProcess, _ signals: borrowing SignalDescriptor, _ first: HandedSocket,
    _ reconnect: (HandedSocket) throws(StartFailure) -> HandedSocket
  ) throws(SystemError) -> Int32 {
    var connection = first
    var isLost = false
    while true {
      let ready = try Poll.readable(
        [child.descriptor.raw, signals.descriptor.raw, isLost ? -1 : connection.raw], within: isLost ? pause : nil)
      if ready[1], let signal = signals.next() { pass(signal, to: child.process) }
      if ready[0] {
        switch try child.wait() {
        case .exited(let code): return code
        case .killed(let signal): return 128 + signal
        }
      }
      if ready[2] || isLost {
        // Nobody is told of a failure: the app's own calls say that the keychain cannot be reached.
        let next = (try? reconnect(connection)) ?? connection
        isLost = next === connection
        connection = next
      }
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
