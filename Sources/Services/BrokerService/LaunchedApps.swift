// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import CallerIdentity
import LinuxSystem
import ProcessIsolation

/// The apps that run in sandboxes, each with a socket of its own in there: who connects to it from in there is that app.
///
/// `bailey-run` makes the socket and sends it over a connection that only it has. When it is gone, the socket is no longer
/// listened on: a start of an app has one socket, and the socket has one start.
final class LaunchedApps: Sendable {
  /// Starts at one time: each has a thread.
  static let maximum = 128
  /// The sandbox is made meanwhile, on a machine that may have much else to do.
  private static let timeToSend = Duration.seconds(60)

  private final class Start: Sendable {
    let app: InstalledApp
    /// Whoever started it.
    let launcher: VerifiedCaller
    let connection: PacketSocket

    init(_ app: InstalledApp, _ launcher: VerifiedCaller, _ connection: consuming PacketSocket) {
      self.app = app
      self.launcher = launcher
      self.connection = connection
    }

    var asCaller: LaunchedApp {
      LaunchedApp(identifier: app.identifier, entitlements: app.entitlements, launcher: launcher.process)
    }

    /// A number that a process had may be another's by now.
    func isStarted(by caller: VerifiedCaller) -> Bool { launcher.process == caller.process && launcher.isAlive }
  }

  /// Called when a start is over, with the process that it was given to.
  private let ended: @Sendable (Int32) -> Void

  init(ended: @escaping @Sendable (Int32) -> Void = { _ in }) { self.ended = ended }

  private let starts = Locked<[ObjectIdentifier: Start]>([:])
  /// Takes the next connection of a listening socket.
  private let accept: Locked<(@Sendable (borrowing PacketSocket, ConnectionOrigin) -> Void)?> = Locked(nil)

  /// To be called once, before the first request is answered.
  func serve(by accept: @escaping @Sendable (borrowing PacketSocket, ConnectionOrigin) -> Void) {
    self.accept.withLock { $0 = accept }
  }

  /// The end of a connection that is to be given to whoever starts the app.
  func prepare(_ app: InstalledApp, for launcher: VerifiedCaller) throws(BrokerRefusal) -> FileDescriptor {
    let start: Start
    let far: FileDescriptor
    do {
      let pair = try PacketSocket.pair()
      far = try pair.far.descriptor.duplicate()
      start = Start(app, launcher, pair.near)
    } catch {
      throw .bundle(BundleRefusal(.tooManyRunning))
    }
    let hasRoom = starts.withLock { starts in
      guard starts.count < Self.maximum else { return false }
      starts[ObjectIdentifier(start)] = start
      return true
    }
    guard hasRoom else { throw .bundle(BundleRefusal(.tooManyRunning)) }
    do {
      try SystemThread.start(named: "app") { [self] in
        follow(start)
        starts.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(start)) }
        ended(launcher.process)
      }
    } catch {
      starts.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(start)) }
      throw .bundle(BundleRefusal(.tooManyRunning))
    }
    return far
  }

  /// Nil for a process that started none.
  func app(startedBy caller: VerifiedCaller) -> LaunchedApp? {
    starts.withLock { starts in starts.values.first { $0.isStarted(by: caller) }?.asCaller }
  }

  var running: [RunningApp] {
    let apps = starts.withLock { starts in
      starts.values.map { RunningApp(identifier: $0.app.identifier, process: $0.launcher.process) }
    }
    return apps.sorted { ($0.identifier, $0.process) < ($1.identifier, $1.process) }
  }

  /// Ends the service for an app that was removed.
  func end(_ identifier: String) {
    for start in starts.withLock({ Array($0.values) }) where start.app.identifier == identifier {
      start.connection.shutDown()
    }
  }

  /// Has all apps end, and waits for that. Those that take longer than `timeout` are cut off from here all the same: their
  /// files go with the mount.
  func askAllToEnd(within timeout: Duration) {
    for start in starts.withLock({ Array($0.values) }) { try? HandedSocket.Word.end.send(on: start.connection) }
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while !starts.withLock({ $0.isEmpty }), .now < deadline { _ = try? Poll.readable([], within: Self.pause) }
  }

  private static let pause = Duration.milliseconds(20)

  /// Ends all, for good. The server holds this object: it must not hold the server in turn, or neither is ever freed, and
  /// the keychain is never closed.
  func endAll() {
    accept.withLock { $0 = nil }
    for start in starts.withLock({ Array($0.values) }) { start.connection.shutDown() }
  }

  private func follow(_ start: Start) {
    guard let accept = accept.withLock({ $0 }), let listener = Self.listener(from: start.connection),
      listener.isListening, (try? listener.noteSenders()) != nil,
      // One outside of every sandbox, where any program could connect, is not listened on.
      let sandbox = try? SandboxNamespaces(of: listener)
    else { return }
    let origin = ConnectionOrigin.launched(start.asCaller, sandbox)
    while let ready = try? Poll.readable([start.connection.raw, listener.raw]) {
      // Nothing more is sent on it: what can be read is its end.
      if ready[0] { return }
      if ready[1] { accept(listener, origin) }
    }
  }

  private static func listener(from connection: borrowing PacketSocket) -> PacketSocket? {
    guard (try? connection.limitReceives(to: timeToSend)) != nil else { return nil }
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    var attached: FileDescriptor?
    guard (try? connection.receive(into: &span, attached: &attached)) == 1, let descriptor = attached.take() else {
      return nil
    }
    return PacketSocket(descriptor)
  }
}
