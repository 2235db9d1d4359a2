// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import SystemCalls

// MARK: - Calling others

/// A call that waits for an answer.
final class PendingCall {
  let number: UInt64
  let then: (Result<[BusValue], BusError>) -> Void
  unowned let thread: BusThread

  init(_ number: UInt64, _ thread: BusThread, _ then: @escaping (Result<[BusValue], BusError>) -> Void) {
    self.number = number
    self.thread = thread
    self.then = then
  }
}

extension BusThread {
  func send(_ call: BusCall, within time: Duration, _ then: @escaping (Result<[BusValue], BusError>) -> Void) {
    do throws(BusError) {
      let message = unsafe try message(of: call)
      defer { unsafe sd_bus_message_unref(message) }
      let pending = PendingCall(nextNumber(), self, then)
      var slot: OpaquePointer?
      unsafe try check(
        sd_bus_call_async(
          bus, &slot, message, onReply, Unmanaged.passUnretained(pending).toOpaque(), max(time.microseconds, 1)))
      unsafe keep(slot, pending, as: pending.number)
    } catch {
      then(.failure(error))
    }
  }

  private func message(of call: BusCall) throws(BusError) -> OpaquePointer {
    var message: OpaquePointer?
    unsafe try check(
      sd_bus_message_new_method_call(bus, &message, call.destination, call.path, call.interface, call.member))
    return unsafe try filled(message, call.arguments) { message throws(BusError) in
      unsafe try check(sd_bus_message_set_auto_start(message, call.startsService ? 1 : 0))
    }
  }

  func emit(_ signal: BusSignal) -> Result<Void, BusError> {
    result { () throws(BusError) in
      var message: OpaquePointer?
      unsafe try check(sd_bus_message_new_signal(bus, &message, signal.path, signal.interface, signal.member))
      let filled = unsafe try filled(message, signal.arguments) { message throws(BusError) in
        if let destination = signal.destination {
          unsafe try check(sd_bus_message_set_destination(message, destination))
        }
      }
      defer { unsafe sd_bus_message_unref(filled) }
      unsafe try check(sd_bus_send(bus, filled, nil))
    }
  }

  func requestName(_ name: String) -> Result<Void, BusError> {
    result { () throws(BusError) in
      let code = unsafe sd_bus_request_name(bus, name, 0)
      guard code != -EEXIST, code != -EALREADY else { throw .nameTaken(name) }
      try check(code)
    }
  }

  func releaseName(_ name: String) -> Result<Void, BusError> {
    result { () throws(BusError) in unsafe try check(sd_bus_release_name(bus, name)) }
  }
}

/// A message with its arguments, or none.
@unsafe private func filled(
  _ message: OpaquePointer?, _ arguments: [BusValue], _ prepare: (OpaquePointer) throws(BusError) -> Void
) throws(BusError) -> OpaquePointer {
  guard let message = unsafe message else { throw .malformed }
  do throws(BusError) {
    unsafe try prepare(message)
    unsafe try append(arguments, to: message)
    return unsafe message
  } catch {
    unsafe sd_bus_message_unref(message)
    throw error
  }
}

func result<Success>(_ body: () throws(BusError) -> Success) -> Result<Success, BusError> {
  do throws(BusError) { return .success(try body()) } catch { return .failure(error) }
}

// MARK: - Listening

/// The handler of signals.
private final class SignalHandler {
  let sender: String
  let handle: (BusMessage) -> Void

  init(_ sender: String, _ handle: @escaping (BusMessage) -> Void) {
    self.sender = sender
    self.handle = handle
  }
}

/// The handler of calls of an object.
private final class ObjectHandler {
  let interfaces: Set<String>
  let handle: (BusRequest) -> Void
  unowned let thread: BusThread

  init(_ interfaces: Set<String>, _ thread: BusThread, _ handle: @escaping (BusRequest) -> Void) {
    self.interfaces = interfaces
    self.thread = thread
    self.handle = handle
  }
}

extension BusThread {
  func subscribe(
    to match: SignalMatch, _ handler: @escaping (BusMessage) -> Void
  ) -> Result<BusSubscription, BusError> {
    result { () throws(BusError) in
      let context = SignalHandler(match.sender, handler)
      var slot: OpaquePointer?
      unsafe try check(
        sd_bus_match_signal(
          bus, &slot, match.sender, match.path, match.interface, match.member, onSignal,
          Unmanaged.passUnretained(context).toOpaque()))
      return unsafe subscription(slot, context)
    }
  }

  func export(
    _ path: String, _ scope: ExportScope, _ interfaces: Set<String>, _ handler: @escaping (BusRequest) -> Void
  ) -> Result<BusSubscription, BusError> {
    result { () throws(BusError) in
      let context = ObjectHandler(interfaces, self, handler)
      let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
      var slot: OpaquePointer?
      switch scope {
      case .object: unsafe try check(sd_bus_add_object(bus, &slot, path, onCall, pointer))
      case .objectAndThoseBelow: unsafe try check(sd_bus_add_fallback(bus, &slot, path, onCall, pointer))
      }
      return unsafe subscription(slot, context)
    }
  }

  private func subscription(_ slot: OpaquePointer?, _ context: AnyObject) -> BusSubscription {
    let number = nextNumber()
    unsafe keep(slot, context, as: number)
    return BusSubscription(link, number)
  }

  // MARK: - Answering

  fileprivate func request(_ message: OpaquePointer, _ content: BusMessage) -> BusRequest? {
    unsafe keep(request: message).map { BusRequest(content, link, $0) }
  }

  func answer(_ number: UInt64, _ result: Result<[BusValue], BusError>) {
    guard let call = unsafe takeRequest(number) else { return }
    defer { unsafe sd_bus_message_unref(call) }
    switch result {
    case .success(let values):
      do throws(BusError) {
        var message: OpaquePointer?
        unsafe try check(sd_bus_message_new_method_return(call, &message))
        let reply = unsafe try filled(message, values) { _ in }
        defer { unsafe sd_bus_message_unref(reply) }
        unsafe try check(sd_bus_send(bus, reply, nil))
      } catch {
        unsafe refuse(call, "org.freedesktop.DBus.Error.Failed", "The answer cannot be sent.")
      }
    case .failure(.refused(let name, let words)): unsafe refuse(call, name, words)
    case .failure: unsafe refuse(call, "org.freedesktop.DBus.Error.Failed", "The request failed.")
    }
  }
}

@unsafe private func refuse(_ call: OpaquePointer, _ name: String, _ words: String) {
  var error = unsafe sd_bus_error()
  defer { unsafe sd_bus_error_free(&error) }
  unsafe sd_bus_error_set(&error, name, words)
  unsafe sd_bus_reply_method_error(call, &error)
}

// MARK: - Callbacks

/// Hears the answer to a call: called by the library once for each call, with the answer, the error, or the library's
/// own error when the time is over.
private func onReply(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
  guard let message = unsafe message, let context = unsafe context else { return 0 }
  let pending = unsafe Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue()
  let answer = result { () throws(BusError) in unsafe try content(ofReply: message) }
  pending.thread.cancel(pending.number)
  pending.then(answer)
  return 0
}

@unsafe private func content(ofReply message: OpaquePointer) throws(BusError) -> [BusValue] {
  guard let error = unsafe sd_bus_message_get_error(message) else {
    return unsafe try MessageReader.arguments(of: message)
  }
  let name = unsafe error.pointee.name.map { unsafe String(cString: $0) } ?? ""
  let words = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
  switch name {
  case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout": throw .noAnswer
  case "org.freedesktop.DBus.Error.Disconnected": throw .disconnected
  default: throw .refused(name: name, message: String(words.prefix(1000)))
  }
}

/// Hears a signal; 0 lets other handlers have it too.
private func onSignal(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
  guard let message = unsafe message, let context = unsafe context else { return 0 }
  let handler = unsafe Unmanaged<SignalHandler>.fromOpaque(context).takeUnretainedValue()
  // One that cannot be read is none: nothing may be concluded from it.
  guard let content = try? unsafe content(of: message), content.sender == handler.sender else { return 0 }
  handler.handle(content)
  return 0
}

/// Hears a call; 0 leaves it to the library, which refuses what nobody knows.
private func onCall(
  _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
  guard let message = unsafe message, let context = unsafe context else { return 0 }
  let handler = unsafe Unmanaged<ObjectHandler>.fromOpaque(context).takeUnretainedValue()
  guard let interface = unsafe sd_bus_message_get_interface(message),
    unsafe handler.interfaces.contains(String(cString: interface))
  else { return 0 }
  guard let content = try? unsafe content(of: message) else {
    unsafe refuse(message, "org.freedesktop.DBus.Error.InvalidArgs", "The arguments are too large.")
    return 1
  }
  guard let request = unsafe handler.thread.request(message, content) else {
    unsafe refuse(message, "org.freedesktop.DBus.Error.LimitsExceeded", "Too many requests wait.")
    return 1
  }
  handler.handle(request)
  return 1
}

@unsafe private func content(of message: OpaquePointer) throws(BusError) -> BusMessage {
  BusMessage(
    sender: unsafe text(sd_bus_message_get_sender(message)), path: unsafe text(sd_bus_message_get_path(message)),
    interface: unsafe text(sd_bus_message_get_interface(message)),
    member: unsafe text(sd_bus_message_get_member(message)), arguments: unsafe try MessageReader.arguments(of: message))
}

@unsafe private func text(_ text: UnsafePointer<CChar>?) -> String {
  unsafe text.map { unsafe String(cString: $0) } ?? ""
}

extension Duration {
  /// The microseconds: at least none, at most what the library takes.
  fileprivate var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(min(seconds, 1_000_000)) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
  }
}
