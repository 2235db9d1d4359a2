// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppSandbox
import Events
import Files
import Glibc
import OwnProcess
import Processes
import SystemCalls

/// Sockets of the person's session that an app is entitled to, for as long as this lives: the compositor's and PipeWire's as
/// they are, the session bus behind a filter. X11's is never among them.
final class SessionSockets {
  private(set) var sockets: [(name: String, socket: MountSource)] = []
  private(set) var variables: [(name: String, value: String)] = []
  private var proxy: Proxy?
  /// The path at which the filtered bus listens; nil for an app that has none.
  private(set) var bus: String?

  private static let proxyProgram = "/usr/bin/xdg-dbus-proxy"
  private static let time = Duration.seconds(10)

  private struct Proxy: ~Copyable {
    let process: ChildProcess
    /// The proxy ends when nobody reads on.
    let life: FileDescriptor

    /// Takes the reading end away. No signal does it: this process gave up signals to whatever it had started before the
    /// sandbox.
    consuming func end() {
      let process = process
      _ = consume life
      let hasEnded = try? Poll.readable([process.descriptor.raw], within: SessionSockets.time)
      if hasEnded == [true] { _ = try? process.wait() }
    }
  }

  /// `place` is the path that the proxy's socket gets.
  init(of app: InstalledApp, place: String) throws(StartFailure) {
    if let runtime = Environment.value("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
      if app.entitlements.allows(.wayland) {
        add("WAYLAND_DISPLAY", standard: "wayland-0", in: runtime)
      }
      if app.entitlements.allows(.pipeWire) { add("PIPEWIRE_REMOTE", standard: "pipewire-0", in: runtime) }
    }
    let rules = try Self.rules(of: app)
    guard !rules.isEmpty else { return }
    try startProxy(at: place, rules)
    bus = place
  }

  deinit { proxy.take()?.end() }

  /// A session without such a socket is no failure: the app then has none either.
  private func add(_ variable: String, standard: String, in runtime: String) {
    let given = Environment.value(variable) ?? standard
    let path = given.hasPrefix("/") ? given : "\(runtime)/\(given)"
    guard let socket = try? Self.source(path) else { return }
    sockets.append((standard, socket))
    variables.append((variable, standard))
  }

  /// The person says where it is, and may do so through links; nobody else but root may have put it there.
  private static func source(_ path: String) throws(SystemError) -> MountSource {
    try MountSource(FileDescriptor.open(path, OpenFlag.path), .socket, of: [geteuid(), 0])
  }

  // MARK: - The session bus

  /// The rules of what `xdg-dbus-proxy` lets through.
  private static func rules(of app: InstalledApp) throws(StartFailure) -> [String] {
    var rules: [String] = []
    for name in app.entitlements.names(.busTalk) {
      guard isName(name) else { throw .badBusName(.busTalk, name) }
      switch SessionBusName.talking(to: name, as: app.requirement) {
      case .service(let name, let methods): rules += methods.map { "--call=\(name)=\($0)" } + ["--broadcast=\(name)=*"]
      case .own(let name): rules.append("--talk=" + name)
      case nil: throw .refusedBusName(.busTalk, name)
      }
    }
    for name in app.entitlements.names(.busOwn) {
      guard isName(name) else { throw .badBusName(.busOwn, name) }
      guard SessionBusName.mayOwn(name, as: app.requirement) else { throw .refusedBusName(.busOwn, name) }
      rules.append("--own=" + name)
    }
    return rules
  }

  /// Whether this is a name of at least three parts, without wildcards: `org.freedesktop.*` would be everything.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 3 && name.utf8.count <= 255
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { AppDescription.isIdentifier(String(UnicodeScalar($0))) }
      }
  }

  private func startProxy(at place: String, _ rules: [String]) throws(StartFailure) {
    let runtime = Environment.value("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    guard let address = Environment.value("DBUS_SESSION_BUS_ADDRESS") ?? runtime else {
      throw .noSessionBus
    }
    do throws(SystemError) {
      let pipe = try Pipe()
      var plan = ChildPlan(
        path: Self.proxyProgram, arguments: ["--fd=3", address, place, "--filter"] + rules)
      plan.descriptors = [pipe.writing.raw]
      let child: ChildProcess
      do { child = try ChildProcess.start(plan) } catch {
        throw error.code == ENOENT ? SystemError(.exec, code: ENOENT) : error
      }
      let reading = try pipe.reading.duplicate()
      // It writes a byte when it listens.
      guard try Poll.readable([reading.raw], within: Self.time) == [true] else {
        try? child.send(SIGKILL)
        throw SystemError(.connect, code: ETIMEDOUT)
      }
      proxy = Proxy(process: child, life: reading)
    } catch {
      guard error.call != .exec else {
        throw .noProgram(Self.proxyProgram, error)
      }
      throw .busNotFiltered(error)
    }
  }
}
