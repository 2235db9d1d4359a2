// SPDX-License-Identifier: Apache-2.0
package import AppModel
import Events
package import ProcessIsolation
package import Sockets
package import SystemCalls
import Threads

/// The apps that run in sandboxes, each with a socket of its own in there: who connects to it from in there is that app.
///
/// `bailey-run` makes the socket and sends it over a connection that only it has. When it is gone, the socket is no longer
/// listened on: a start of an app has one socket, and the socket has one start.
package final class LaunchedApps: Sendable {
  /// The maximum number of starts at one time, each of which has a thread.
  static let maximum = 128
  /// The time in which the sandbox has to be made, on a machine that may have much else to do.
  private static let timeToSend = Duration.seconds(60)

  private final class Start: Sendable {
    let app: InstalledApp
    let launcher: AppLauncher
    let connection: PacketSocket
    /// The entitlements of the extension that was started; nil for the app itself.
    let ofExtension: Entitlements?

    init(
      _ app: InstalledApp, _ ofExtension: Entitlements?, _ launcher: AppLauncher, _ connection: consuming PacketSocket
    ) {
      self.app = app
      self.ofExtension = ofExtension
      self.launcher = launcher
      self.connection = connection
    }

    var run: AppRun {
      guard let ofExtension else { return AppRun(app, by: launcher) }
      return AppRun(extensionOf: app, ofExtension, by: launcher)
    }
    var isApp: Bool { ofExtension == nil }

    /// A number that a process had may be another's by now.
    func isStarted(by process: Int32) -> Bool { launcher.process == process && launcher.isAlive() }
  }

  /// Called when a start is over, with the process that it was given to.
  private let ended: @Sendable (Int32) -> Void

  package init(ended: @escaping @Sendable (Int32) -> Void = { _ in }) { self.ended = ended }

  private let starts = Locked<[ObjectIdentifier: Start]>([:])
  /// Apps that are being removed: none of them is started meanwhile, nor served again.
  private let leaving = Locked<Set<String>>([])
  /// Takes the next connection of a listening socket, and what was started.
  package typealias Accept = @Sendable (borrowing PacketSocket, AppRun, InstalledApp, SandboxNamespaces) -> Void
  private let accept: Locked<Accept?> = Locked(nil)

  /// Serves requests. To be called once, before the first request is answered.
  package func serve(by accept: @escaping Accept) { self.accept.withLock { $0 = accept } }

  /// The end of a connection that is to be given to whoever starts the app, or an extension of it with these entitlements.
  package func prepare(
    _ app: InstalledApp, extension ofExtension: Entitlements? = nil, for launcher: AppLauncher
  ) throws(LaunchRefusal) -> FileDescriptor {
    let start: Start
    let far: FileDescriptor
    do {
      let pair = try PacketSocket.pair()
      far = try pair.far.descriptor.duplicate()
      start = Start(app, ofExtension, launcher, pair.near)
    } catch {
      throw .tooManyRunning
    }
    guard !leaving.withLock({ $0.contains(app.identifier) }) else { throw .isLeaving }
    let hasRoom = starts.withLock { starts in
      guard starts.count < Self.maximum else { return false }
      starts[ObjectIdentifier(start)] = start
      return true
    }
    guard hasRoom else { throw .tooManyRunning }
    do {
      try SystemThread.start(named: "app") { [self] in
        follow(start)
        starts.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(start)) }
        // Who starts extensions starts many, and goes on.
        if start.isApp { ended(launcher.process) }
      }
    } catch {
      starts.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(start)) }
      throw .tooManyRunning
    }
    return far
  }

  /// The start of an app by its starting process; nil for a process that started none. What starts an extension speaks
  /// for no app.
  package func run(startedBy process: Int32) -> AppRun? {
    starts.withLock { starts in starts.values.first { $0.isApp && $0.isStarted(by: process) }?.run }
  }

  /// Whether this start is still served. A connection of its app may be older than its end.
  package func serves(_ identifier: String, startedBy process: Int32) -> Bool {
    starts.withLock { starts in
      starts.values.contains { $0.launcher.process == process && $0.app.identifier == identifier }
    }
  }

  package var running: [AppRun] {
    starts.withLock { starts in starts.values.filter(\.isApp).map(\.run) }
      .sorted { ($0.identifier, $0.launcher) < ($1.identifier, $1.launcher) }
  }

  /// Ends the service for an app that was removed, on connections that are open too.
  package func end(_ identifier: String) {
    let ended = starts.withLock { starts in
      let ended = starts.filter { $0.value.app.identifier == identifier }
      for number in ended.keys { starts[number] = nil }
      return ended.values
    }
    for start in ended { start.connection.shutDown() }
  }

  /// Ends the service for an app while it is removed. What started it asks to be served again at once, and is not.
  package func end<Failure: Error>(
    _ identifier: String, while remove: () throws(Failure) -> Void
  ) throws(Failure) {
    leaving.withLock { _ = $0.insert(identifier) }
    defer { leaving.withLock { _ = $0.remove(identifier) } }
    end(identifier)
    try remove()
  }

  /// Has all apps end, and waits for that. Those that take longer than `timeout` are cut off from here all the same: their
  /// files go with the mount.
  package func askAllToEnd(within timeout: Duration) {
    let word = [StartWord.end.rawValue]
    // Whoever does not take it has ended.
    let apps = starts.withLock { $0.values.filter(\.isApp) }
    for start in apps { try? start.connection.send(word.span, .refuses) }
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while starts.withLock({ $0.values.contains(where: \.isApp) }), .now < deadline {
      _ = try? Poll.readable([], within: Self.pause)
    }
  }

  private static let pause = Duration.milliseconds(20)

  /// Ends all, for good. The server holds this object: it must not hold the server in turn, or neither is ever freed, and
  /// the keychain is never closed.
  package func endAll() {
    accept.withLock { $0 = nil }
    for start in starts.withLock({ Array($0.values) }) { start.connection.shutDown() }
  }

  private func follow(_ start: Start) {
    guard let accept = accept.withLock({ $0 }), let listener = Self.listener(from: start.connection),
      listener.isListening, (try? listener.noteSenders()) != nil,
      // One outside of every sandbox, where any program could connect, is not listened on.
      let sandbox = try? SandboxNamespaces(of: listener)
    else { return }
    while let ready = try? Poll.readable([start.connection.raw, listener.raw]) {
      // Nothing more is sent on it: what can be read is its end.
      if ready[0] { return }
      if ready[1] { accept(listener, start.run, start.app, sandbox) }
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

/// Why an app is not started.
package enum LaunchRefusal: Error, Sendable {
  case tooManyRunning
  /// The app is being removed.
  case isLeaving
}
