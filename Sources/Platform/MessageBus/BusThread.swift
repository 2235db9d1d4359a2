// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import SystemCalls

/// The connection as its own thread has it: nothing here is called on another.
@safe final class BusThread {
  let bus: OpaquePointer
  let link: BusLink
  /// The callbacks of the library, with what it gave for them. The library has no other hold on these.
  private var slots: [UInt64: Slot] = [:]
  /// Calls of others that nobody has answered: messages that are ours until then.
  private var requests: [UInt64: Message] = [:]
  private var lastNumber: UInt64 = 0
  /// Whether what the library calls is being called: not what others have left to be done.
  private(set) var isInHandler = false

  @safe private struct Slot {
    let raw: OpaquePointer
    let context: AnyObject
  }

  @safe private struct Message { let raw: OpaquePointer }

  /// Takes the connection over and closes it at the end.
  init(_ bus: OpaquePointer, _ link: BusLink) {
    unsafe self.bus = unsafe bus
    self.link = link
  }

  // MARK: - The thread's life

  func run() {
    while link.isOpen, processSome(), waitForMore() {
      for job in link.take() { job(self) }
    }
    end()
  }

  /// A part of what has come, so that others' messages do not keep this process's own work waiting. False at the end.
  private func processSome() -> Bool {
    isInHandler = true
    defer { isInHandler = false }
    for _ in 0..<64 {
      let result = unsafe sd_bus_process(bus, nil)
      if result < 0 { return false }
      if result == 0 { break }
    }
    return unsafe sd_bus_is_open(bus) > 0
  }

  private func waitForMore() -> Bool {
    let events = unsafe sd_bus_get_events(bus)
    let descriptor = unsafe sd_bus_get_fd(bus)
    guard events >= 0, descriptor >= 0 else { return false }
    var entries = [
      pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
      pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let result = unsafe poll(&entries, 2, milliseconds(untilNextTimeoutOf: bus))
    return result >= 0 || errno == EINTR
  }

  private func end() {
    link.close()
    // What was left before the end is still done, so that nobody waits for it; where the bus is gone it fails at once.
    for job in link.take() { job(self) }
    flush(within: .seconds(1))
    unsafe sd_bus_close(bus)
    for slot in slots.values { (slot.context as? PendingCall)?.then(.failure(.disconnected)) }
    for number in Array(slots.keys) { cancel(number) }
    for message in requests.values { unsafe sd_bus_message_unref(message.raw) }
    requests = [:]
    unsafe sd_bus_unref(bus)
  }

  /// The library's own way waits as long as the other side likes.
  private func flush(within time: Duration) {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: time)
    var waiting: UInt64 = 0
    while unsafe sd_bus_get_n_queued_write(bus, &waiting) >= 0, waiting > 0, clock.now < deadline {
      if unsafe sd_bus_process(bus, nil) < 0 { return }
      unsafe sd_bus_wait(bus, 10_000)
    }
  }

  // MARK: - Numbers

  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  func keep(_ raw: OpaquePointer?, _ context: AnyObject, as number: UInt64) {
    if let raw = unsafe raw { unsafe slots[number] = Slot(raw: raw, context: context) }
  }

  /// The library calls it no more, also where it is being called right now.
  func cancel(_ number: UInt64) {
    if let slot = slots.removeValue(forKey: number) { unsafe sd_bus_slot_unref(slot.raw) }
  }

  /// Keeps a call until it is answered; nil where too many wait.
  func keep(request message: OpaquePointer) -> UInt64? {
    guard requests.count < BusLimits.requests else { return nil }
    let number = nextNumber()
    requests[number] = unsafe Message(raw: sd_bus_message_ref(message))
    return number
  }

  func takeRequest(_ number: UInt64) -> OpaquePointer? { unsafe requests.removeValue(forKey: number)?.raw }
}

/// The time until the library's next work that nothing arrives for; -1 where there is none.
private func milliseconds(untilNextTimeoutOf bus: OpaquePointer) -> Int32 {
  var deadline = UInt64.max
  guard unsafe sd_bus_get_timeout(bus, &deadline) >= 0, deadline != .max else { return -1 }
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
  return deadline <= microseconds ? 0 : Int32(clamping: (deadline - microseconds + 999) / 1000)
}

// MARK: - Connecting

extension BusThread {
  /// A connection that is ready, on whatever thread; it is one thread's alone from then on.
  @unsafe static func connect(to place: BusPlace, within time: Duration) throws(BusError) -> OpaquePointer {
    let bus = unsafe try started(place)
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: time)
    while true {
      let isReady = unsafe sd_bus_is_ready(bus)
      if isReady > 0 { return unsafe bus }
      let done = isReady < 0 ? isReady : unsafe sd_bus_process(bus, nil)
      guard done >= 0, clock.now < deadline else {
        unsafe sd_bus_close_unref(bus)
        throw .unreachable(code: done < 0 ? -done : ETIMEDOUT)
      }
      if done == 0 { unsafe sd_bus_wait(bus, 20_000) }
    }
  }

  private static func started(_ place: BusPlace) throws(BusError) -> OpaquePointer {
    var bus: OpaquePointer?
    let result =
      switch place {
      case .session: unsafe sd_bus_open_user(&bus)
      case .system: unsafe sd_bus_open_system(&bus)
      case .address(let address): unsafe start(&bus, address)
      }
    guard result >= 0, let bus = unsafe bus else { throw .unreachable(code: result < 0 ? -result : ENOMEDIUM) }
    // Taking a name and the like wait for the bus itself, which answers at once or not at all.
    unsafe sd_bus_set_method_call_timeout(bus, 5_000_000)
    return unsafe bus
  }
}

@unsafe private func start(_ result: inout OpaquePointer?, _ address: String) -> CInt {
  var bus: OpaquePointer?
  var code = unsafe sd_bus_new(&bus)
  guard code >= 0, let bus = unsafe bus else { return code }
  code = unsafe sd_bus_set_address(bus, address)
  if code >= 0 { code = unsafe sd_bus_set_bus_client(bus, 1) }
  if code >= 0 { code = unsafe sd_bus_negotiate_fds(bus, 1) }
  if code >= 0 { code = unsafe sd_bus_start(bus) }
  if code < 0 { unsafe sd_bus_unref(bus) } else { unsafe result = unsafe bus }
  return code
}

/// The user on the other end of the connection's socket.
@unsafe func peer(of bus: OpaquePointer) -> UInt32? {
  var credentials: OpaquePointer?
  guard unsafe sd_bus_get_owner_creds(bus, UInt64(SD_BUS_CREDS_EUID), &credentials) >= 0 else { return nil }
  defer { unsafe sd_bus_creds_unref(credentials) }
  var user: uid_t = 0
  return unsafe sd_bus_creds_get_euid(credentials, &user) >= 0 ? user : nil
}
