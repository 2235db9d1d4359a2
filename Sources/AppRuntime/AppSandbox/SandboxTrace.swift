// SPDX-License-Identifier: Apache-2.0
package import AppModel
import Files
import Glibc
package import Processes
import Sockets
package import SystemCallFilter
package import SystemCalls
import Threads

/// Names what the sandbox refuses to an app, and the entitlement that would allow it: `BAILEY_TRACE=1`.
///
/// Until the app's own executable begins, `bwrap` is what runs, and may do everything. From then on a call that is not in the
/// allow-list fails here as it fails in the filter, and when nobody listens any more it fails in the kernel.
package final class SandboxTrace: Sendable {
  private struct State {
    var hasBegun = false
    var said: Set<String> = []
  }

  private static let mostLines = 500

  private let executable: String
  private let ownSocket: String?
  private let advice: RefusalAdvice
  private let say: @Sendable (String) -> Void
  private let state = Locked(State())

  /// `say` takes one line for each thing that was refused. `devices` are files that are devices by the person's settings, and
  /// the entitlement's last word for each.
  package init(
    _ plan: SandboxPlan, _ entitlements: Entitlements, home: String?, devices: [String: String] = [:],
    say: @escaping @Sendable (String) -> Void
  ) {
    executable = plan.executable
    ownSocket = plan.socket
    advice = RefusalAdvice(entitlements: entitlements, home: home, devices: devices)
    self.say = say
  }

  /// Starts `bwrap`, whose app is looked at from its first call on.
  package func start(
    _ plan: ChildPlan, devices: TracedCalls.Devices?
  ) throws(SystemError) -> ChildProcess {
    let instructions: [UInt64]
    do {
      instructions = try TraceFilter.instructions(
        allowing: AllowedSystemCalls.all, families: AllowedSystemCalls.families)
    } catch {
      throw SystemError(.exec, code: error.code)
    }
    let sockets = try PacketSocket.pair()
    var plan = plan
    plan.filter = ChildPlan.CallFilter(instructions, listenerTo: sockets.far.raw)
    // Before the start: this thread waits until the child has become `bwrap`, which is a call that is answered here.
    let receiver = Receiver(sockets.near)
    try SystemThread.start(named: "trace") { [self] in
      guard let listener = receiver.listener() else { return }
      TracedCalls(listener, devices: devices) { self.note($0) }.serve()
    }
    return try ChildProcess.start(plan)
  }

  private final class Receiver: Sendable {
    private let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
    /// The listener of the sandbox's filter; nil where nothing was started.
    func listener() -> FileDescriptor? { try? OpenCalls.listener(from: socket) }
  }

  // MARK: - Calls

  /// The error that a call fails with; nil: the kernel carries it out, and refuses by itself what is not there.
  func note(_ call: TracedCall) -> Int32? {
    if case .execute(let path) = call, path == executable { state.withLock { $0.hasBegun = true } }
    guard state.withLock({ $0.hasBegun }) else { return nil }
    switch call {
    case .path(let open):
      note(open)
    case .connect(let process, let address): note(SocketAddress(address), of: process, operation: "connect")
    case .bind(let process, let address): note(SocketAddress(address), of: process, operation: "listen")
    case .socket(let family):
      refuse("socket of family \(family)", advice.nothing)
      return EAFNOSUPPORT
    case .other(let name):
      refuse("system call \(name)", advice.nothing)
      return ENOSYS
    case .execute, .unnamed: break
    }
    return nil
  }

  private func note(_ open: OpenCalls.Call) {
    // A process has what is its own, and sees it by a path that means another here.
    guard !Self.isOwn(open.path) else { return }
    let forWriting = open.flags & O_ACCMODE != O_RDONLY && open.flags & OpenFlag.path == 0
    guard let code = ProcessView.failure(open.process, open.path, forWriting: forWriting) else { return }
    if code == EROFS { return refuse("writing to \(open.path)", advice.nothing) }
    // What the machine does not have either was not refused.
    guard code == ENOENT || code == ENOTDIR, (try? FileDescriptor.open(open.path, OpenFlag.path)) != nil else { return }
    refuse(open.path, advice.path(open.path))
  }

  private static func isOwn(_ path: String) -> Bool {
    let parts = path.split(separator: "/", maxSplits: 2)
    return parts.count > 1 && parts[0] == "proc" && (parts[1] == "self" || parts[1] == "thread-self")
  }

  private func note(_ address: SocketAddress, of process: Int32, operation: String) {
    switch address {
    case .network(let host, let port):
      guard !advice.hasNetwork else {
        // What goes by IPv4 comes to the proxy.
        guard operation == "connect", host.contains(":"), !SocketAddress.isInside(host) else { return }
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        return refuse("the connection to \(place)", RefusalAdvice.proxy)
      }
      refuse(operation == "listen" ? "listening on the network" : "the network", advice.network(operation == "listen"))
    case .path(let path):
      guard operation == "connect", ProcessView.failure(process, path, forWriting: false) != nil,
        (try? FileDescriptor.open(path, OpenFlag.path)) != nil
      else { return }
      refuse("socket \(path)", advice.path(path))
    case .abstract(let name):
      guard operation == "connect", name != ownSocket else { return }
      refuse("socket @\(name)", advice.path(name))
    case .other: break
    }
  }

  private func refuse(_ what: String, _ advice: String) {
    let isNew = state.withLock { $0.said.count < Self.mostLines && $0.said.insert(what).inserted }
    if isNew { say("\(what): \(advice)") }
  }
}
