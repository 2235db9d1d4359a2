// SPDX-License-Identifier: Apache-2.0
import AppSandbox
import Events
import Files
import Glibc
import ProcessIsolation
import Sockets
import StreamSockets
import SystemCalls
import Threads

/// The message bus of one start, inside the app's sandbox: who connects there from in there is the app.
///
/// It has a name in the sandbox's own network and no file, so that no other program can reach it by a path, and no table of mounts
/// inside says where it is outside. What serves it, out here, loses its file before the app runs.
final class BusGate: Sendable {
  private static let mostConnections = 64
  private static let pause = Duration.milliseconds(100)

  private let name: String
  /// The socket of whoever serves the bus, as a path alone.
  private let bus: FileDescriptor
  private let open = Locked(0)

  /// The bus's address in the form of `DBUS_SESSION_BUS_ADDRESS`.
  var address: String { "unix:abstract=\(name)" }

  /// `place` is where the bus listens; the name there is taken away.
  init(of start: AppSocket, to place: String) throws(SystemError) {
    name = "bailey-bus." + start.number
    let place = SplitPath(place)
    let folder = try FileDescriptor.open(place.folder, O_RDONLY | O_DIRECTORY)
    bus = try folder.open(place.name, OpenFlag.path | O_NOFOLLOW)
    try folder.unlink(place.name)
  }

  /// Takes a socket of the sandbox's network, before anything of the app runs.
  func start(on socket: consuming FileDescriptor) throws(SystemError) {
    let listener = Listener(socket)
    try listener.socket.listen(as: name)
    let sandbox = try SandboxNamespaces(of: listener.socket)
    try SystemThread.start(named: "bus") { [self] in
      while true {
        guard let stream = try? listener.next(in: sandbox) else {
          // As many files are open as may be, or somebody else was there.
          _ = try? Poll.readable([], within: Self.pause)
          continue
        }
        carry(stream)
      }
    }
  }

  /// Carries bytes between the app and the bus. A connection that has no room, or finds no bus, is closed.
  private func carry(_ app: LocalStream) {
    let hasRoom = open.withLock { count in
      guard count < Self.mostConnections else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return }
    guard let bus = try? LocalStream(toSocketOf: bus) else { return leave() }
    do throws(SystemError) {
      try SystemThread.start(named: "bus-answers") { bus.carry(to: app) }
      try SystemThread.start(named: "bus-calls") { [self] in
        app.carry(to: bus)
        leave()
      }
    } catch {
      bus.end()
      leave()
    }
  }

  private func leave() { open.withLock { $0 -= 1 } }

  /// A listening socket and those who connect to it, named as those of packets are.
  private final class Listener: Sendable {
    let socket: PacketSocket
    init(_ socket: consuming FileDescriptor) { self.socket = PacketSocket(socket) }

    /// The next connection; nil for one of a process outside the sandbox that was handed a socket of its network.
    func next(in sandbox: SandboxNamespaces) throws(SystemError) -> LocalStream? {
      let connection = try socket.accept()
      guard try sandbox.hold(connection.peerProcess()) else { return nil }
      return LocalStream(try connection.descriptor.duplicate())
    }
  }
}
