// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import SystemCalls
import Threads

/// The bus to connect to.
package enum BusPlace: Sendable, Equatable {
  /// The user's own, as `DBUS_SESSION_BUS_ADDRESS` says or in `$XDG_RUNTIME_DIR`.
  case session
  /// The machine's, as `DBUS_SYSTEM_BUS_ADDRESS` says or where systems have it.
  case system
  /// The address of a bus in the specification's form, such as `unix:path=/run/x`.
  case address(String)
}

/// A connection to a message bus (D-Bus), over systemd's library.
///
/// One thread has the connection, because the library allows no other. Handlers are called on it, one at a time, and
/// must not wait: a request can be answered later and from any thread. All calls here may come from any thread.
package final class BusConnection: Sendable {
  private let link: BusLink
  private let thread: Locked<SystemThread?>
  /// The unique name of this connection on the bus, such as `:1.7`.
  package let uniqueName: String
  /// The user whose process the bus is, as the kernel says; nil where it does not: of a bus on another machine.
  package let busUser: UInt32?

  /// Connects and says hello, within the time. `whenEnded` is called once on the connection's thread when the bus has
  /// gone away or `close` was called.
  package init(
    to place: BusPlace, within time: Duration = .seconds(5), whenEnded: @escaping @Sendable () -> Void = {}
  ) throws(BusError) {
    let bus = unsafe try BusThread.connect(to: place, within: time)
    do {
      var name: UnsafePointer<CChar>?
      unsafe try check(sd_bus_get_unique_name(bus, &name))
      uniqueName = unsafe name.map { unsafe String(cString: $0) } ?? ""
      busUser = unsafe peer(of: bus)
      let link = try BusLink()
      self.link = link
      nonisolated(unsafe) let handed = unsafe bus
      thread = Locked(
        try SystemThread(named: "message-bus") {
          let thread = unsafe BusThread(handed, link)
          link.begin(thread)
          thread.run()
          whenEnded()
        })
    } catch let error as BusError {
      unsafe sd_bus_close_unref(bus)
      throw error
    } catch {
      unsafe sd_bus_close_unref(bus)
      throw .failed(code: (error as? SystemError)?.code ?? EIO)
    }
  }

  deinit { close() }

  /// Whether the connection is open; false once the bus has gone away or this has been closed.
  package var isOpen: Bool { link.isOpen }

  /// Sends what is left, within a second, and ends. Whoever waits for an answer is told.
  package func close() {
    link.close()
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if link.isOwnThread { thread?.detach() } else { thread?.join() }
  }

  // MARK: - As a client

  /// Calls a method and waits for what it gives. Not for handlers, which would wait for themselves: see `send`.
  package func call(_ call: BusCall, within time: Duration = .seconds(5)) throws(BusError) -> [BusValue] {
    try waiting { answer, thread in thread.send(call, within: time) { answer.give($0) } }
  }

  /// Calls a method; what it gives comes to the closure, on the connection's thread.
  package func send(
    _ call: BusCall, within time: Duration = .seconds(5),
    then: @escaping @Sendable (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) {
    try link.post { $0.send(call, within: time, then) }
  }

  package func property(
    _ name: String, of interface: String, at path: String, of destination: String, within time: Duration = .seconds(5)
  ) throws(BusError) -> BusValue {
    let answer = try call(.property(name, of: interface, at: path, of: destination), within: time)
    guard answer.count == 1 else { throw .malformed }
    return answer[0].unwrapped
  }

  package func setProperty(
    _ name: String, of interface: String, at path: String, of destination: String, to value: BusValue,
    within time: Duration = .seconds(5)
  ) throws(BusError) {
    _ = try call(.setProperty(name, of: interface, at: path, of: destination, to: value), within: time)
  }

  /// The unique name of whoever has a name now; nil where nobody has it.
  package func owner(of name: String, within time: Duration = .seconds(5)) throws(BusError) -> String? {
    do {
      let call = BusCall(to: busName, "/org/freedesktop/DBus", busName, "GetNameOwner", .string(name))
      return try self.call(call, within: time).first?.text
    } catch .refused(name: "org.freedesktop.DBus.Error.NameHasNoOwner", _) {
      return nil
    }
  }

  /// The process that has a name, as the bus knows it; nil where it does not.
  package func process(of name: String, within time: Duration = .seconds(5)) throws(BusError) -> Int32? {
    let call = BusCall(to: busName, "/org/freedesktop/DBus", busName, "GetConnectionUnixProcessID", .string(name))
    return try self.call(call, within: time).first?.integer.flatMap { Int32(exactly: $0) }
  }

  /// The user whose process has a name, as the bus knows it; nil where it does not.
  package func user(of name: String, within time: Duration = .seconds(5)) throws(BusError) -> UInt32? {
    let call = BusCall(to: busName, "/org/freedesktop/DBus", busName, "GetConnectionUnixUser", .string(name))
    return try self.call(call, within: time).first?.integer.flatMap { UInt32(exactly: $0) }
  }

  /// Has the handler called with each signal that matches, from now until the subscription is cancelled or let go.
  package func subscribe(
    to match: SignalMatch, _ handler: @escaping @Sendable (BusMessage) -> Void
  ) throws(BusError) -> BusSubscription {
    // A name that can change hands is not proof of who sent a signal; the bus's own is never given to another.
    guard match.sender.hasPrefix(":") || match.sender == busName else { throw .malformed }
    return try waiting { answer, thread in answer.give(thread.subscribe(to: match, handler)) }
  }

  // MARK: - As a service

  /// Takes a name, by which others find this process. Nobody can take it over, and it does not wait for one in use.
  package func requestName(_ name: String) throws(BusError) {
    try waiting { answer, thread in answer.give(thread.requestName(name)) }
  }

  package func releaseName(_ name: String) throws(BusError) {
    try waiting { answer, thread in answer.give(thread.releaseName(name)) }
  }

  /// Has the handler called for calls of these interfaces at a path, and below it if so said. Calls of other interfaces
  /// are refused; where the properties of an object matter, name `org.freedesktop.DBus.Properties` too.
  package func export(
    _ path: String, _ scope: ExportScope = .object, interfaces: Set<String>,
    _ handler: @escaping @Sendable (BusRequest) -> Void
  ) throws(BusError) -> BusSubscription {
    try waiting { answer, thread in answer.give(thread.export(path, scope, interfaces, handler)) }
  }

  package func emit(_ signal: BusSignal) throws(BusError) {
    if link.isOwnThread {
      try link.perform { thread in _ = thread.emit(signal) }
    } else {
      try waiting { answer, thread in answer.give(thread.emit(signal)) }
    }
  }

  /// Has the connection's thread do something, and waits for the result.
  private func waiting<Success: Sendable>(
    _ job: @escaping @Sendable (BusAnswer<Success>, BusThread) -> Void
  ) throws(BusError) -> Success {
    guard !link.isOwnThread else { throw .calledByHandler }
    let answer = BusAnswer<Success>()
    try link.post { job(answer, $0) }
    return try answer.wait()
  }
}

package enum ExportScope: Sendable { case object, objectAndThoseBelow }

/// Signals that are listened for, or an object that is there, until this is cancelled or nobody has it any more.
package final class BusSubscription: Sendable {
  private let link: BusLink
  private let number: UInt64

  init(_ link: BusLink, _ number: UInt64) {
    self.link = link
    self.number = number
  }

  deinit { cancel() }

  /// The handler may be called until the connection's thread has come to it.
  package func cancel() {
    let number = number
    // Where it fails, the connection has ended, and the handler with it.
    try? link.post { $0.cancel(number) }
  }
}

/// The bus itself.
let busName = "org.freedesktop.DBus"
