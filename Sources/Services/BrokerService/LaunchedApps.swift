// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import CallerIdentity
import LinuxSystem

/// The apps that run in sandboxes, each with a socket of its own: whoever connects there is that app.
///
/// `bailey run` makes the socket and sends it over a connection that only it has. When it is gone, the socket is no longer
/// listened on: a start of an app has one socket, and the socket has one start.
final class LaunchedApps: Sendable {
  /// Starts at one time: each has a thread.
  static let maximum = 128
  private static let timeToSend = Duration.seconds(10)

  private final class Start: Sendable {
    let app: InstalledApp
    /// Whoever started it.
    let process: Int32
    let connection: PacketSocket

    init(_ app: InstalledApp, _ process: Int32, _ connection: consuming PacketSocket) {
      self.app = app
      self.process = process
      self.connection = connection
    }

    var asCaller: LaunchedApp {
      LaunchedApp(identifier: app.identifier, entitlements: app.entitlements, launcher: process)
    }
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
  func prepare(_ app: InstalledApp, for process: Int32) throws(BrokerRefusal) -> FileDescriptor {
    let start: Start
    let far: FileDescriptor
    do {
      let pair = try PacketSocket.pair()
      far = try pair.far.descriptor.duplicate()
      start = Start(app, process, pair.near)
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
        ended(process)
      }
    } catch {
      starts.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(start)) }
      throw .bundle(BundleRefusal(.tooManyRunning))
    }
    return far
  }

  /// Nil for a process that started none.
  func app(startedBy process: Int32) -> LaunchedApp? {
    starts.withLock { starts in starts.values.first { $0.process == process }?.asCaller }
  }

  var running: [RunningApp] {
    let apps = starts.withLock { starts in
      starts.values.map { RunningApp(identifier: $0.app.identifier, process: $0.process) }
    }
    return apps.sorted { ($0.identifier, $0.process) < ($1.identifier, $1.process) }
  }

  /// Ends the service for an app that was removed.
  func end(_ identifier: String) {
    for start in starts.withLock({ Array($0.values) }) where start.app.identifier == identifier {
      start.connection.shutDown()
    }
  }

  /// Ends all, for good. The server holds this object: it must not hold the server in turn, or neither is ever freed, and
  /// the keychain is never closed.
  func endAll() {
    accept.withLock { $0 = nil }
    for start in starts.withLock({ Array($0.values) }) { start.connection.shutDown() }
  }

  private func follow(_ start: Start) {
    guard let accept = accept.withLock({ $0 }), let listener = Self.listener(from: start.connection),
      (try? listener.noteSenders()) != nil
    else { return }
    let origin = ConnectionOrigin.launched(start.asCaller)
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
