// SPDX-License-Identifier: Apache-2.0
import Glibc
import MessageBus
import OwnProcess
import Threads

/// The connections of an app to the bus of its start. What the app says comes through this process, which looks at who
/// connects inside: the bus knows every such connection as one of this process. Whoever has found another way to the
/// bus is no part of the app.
final class PortalCallers: Sendable {
  private static let mostKnown = 256

  private let connection: BusConnection
  /// Names of connections, which the bus gives once.
  private let known = Locked<Set<String>>([])

  init(on connection: BusConnection) { self.connection = connection }

  /// Admits a request on the connection's thread, as the closure is called too.
  func admit(_ request: BusRequest, _ answer: @escaping @Sendable (BusRequest) -> Void) {
    let sender = request.message.sender
    guard !known.withLock({ $0.contains(sender) }) else { return answer(request) }
    let question = BusCall(
      to: PortalName.bus, "/org/freedesktop/DBus", PortalName.bus, "GetConnectionUnixProcessID", .string(sender))
    // Where it cannot be sent, the bus has ended.
    try? connection.send(question) { [self] result in
      guard case .success([.uint32(UInt32(Environment.processNumber))]) = result else {
        return request.fail("org.freedesktop.DBus.Error.AccessDenied", "Only the app itself may ask here.")
      }
      known.withLock { known in
        if known.count >= Self.mostKnown { known = [] }
        known.insert(sender)
      }
      answer(request)
    }
  }
}
