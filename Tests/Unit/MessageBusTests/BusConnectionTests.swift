// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import TemporaryFolder
import Testing

@testable import MessageBus
import Threads
import SystemCalls

@Suite(.enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
struct BusConnectionTests {
  private let folder: TemporaryFolder
  private let bus: PrivateBus

  init() throws {
    folder = try TemporaryFolder()
    bus = try PrivateBus(inside: folder.path)
  }

  private func connect() throws -> BusConnection { try BusConnection(to: .address(bus.address)) }

  private static let name = "org.example.Echo"
  private static let path = "/org/example/Echo"

  private func call(_ member: String, _ arguments: BusValue...) -> BusCall {
    var call = BusCall(to: Self.name, Self.path, Self.name, member)
    call.arguments = arguments
    return call
  }

  /// A service that answers each call with its own arguments.
  private func echo() throws -> (BusConnection, BusSubscription) {
    let service = try connect()
    let object = try service.export(Self.path, interfaces: [Self.name]) { request in
      switch request.message.member {
      case "Echo": request.answer(.structure(request.message.arguments))
      case "Refuse": request.fail("org.example.Error", "No.")
      case "Forget": break
      case "Sender": request.answer(.string(request.message.sender))
      default: request.fail("org.freedesktop.DBus.Error.UnknownMethod", "?")
      }
    }
    try service.requestName(Self.name)
    return (service, object)
  }

  @Test func `Values of every type come back as they went`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let values: [BusValue] = [
      .byte(255), .boolean(true), .int16(-3), .uint16(65535), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
      .double(48.137), .string("Zürich"), .objectPath("/a/b"), .signature("a{sv}"), .bytes([0, 1, 255]),
      .strings(["one", ""]), .array(of: "(is)", []),
      .options(["accuracy": .double(5), "list": .array(of: "v", [.variant(.byte(1)), .variant(.string("x"))])]),
      .dictionary(keys: "u", values: "as", [BusEntry(key: .uint32(7), value: .strings([]))]),
      .structure([.int32(1), .structure([.string("deep"), .bytes([])])]), .variant(.variant(.boolean(false))),
    ]
    let client = try connect()
    for value in values {
      let answer = try client.call(call("Echo", value))
      #expect(answer == [.structure([value])])
    }
    #expect(try client.call(call("Echo", .structure(values))) == [.structure([.structure(values)])])
    withExtendedLifetime(object) {}
  }

  @Test func `Named options are read without their variants`() throws {
    let options = BusValue.options(["a": .string("x"), "b": .uint32(7), "c": .boolean(true)])
    #expect(options.type == "a{sv}")
    #expect(options.named?["a"]?.text == "x")
    #expect(options.named?["b"]?.integer == 7)
    #expect(options.named?["c"]?.boolean == true)
    #expect(BusValue.dictionary(keys: "u", values: "u", [BusEntry(key: .uint32(1), value: .uint32(2))]).named == nil)
    #expect(BusValue.uint64(.max).integer == nil)
  }

  @Test func `An open file is handed over`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let path = "\(folder.path)/file"
    try Data("content".utf8).write(to: URL(fileURLWithPath: path))
    let file = BusDescriptor(try FileDescriptor.open(path, O_RDONLY))
    let client = try connect()
    let answer = try client.call(call("Echo", .descriptor(file)))
    let received = try #require(answer.first?.elements?.first?.descriptor)
    #expect(received !== file)
    #expect(try received.file.read(count: 20, at: 0) == Array("content".utf8))
    withExtendedLifetime(object) {}
  }

  @Test func `Errors come with their name, and a request that nobody answers is refused`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let client = try connect()
    #expect(throws: BusError.refused(name: "org.example.Error", message: "No.")) { try client.call(call("Refuse")) }
    #expect {
      try client.call(call("Forget"))
    } throws: { error in
      if case .refused("org.freedesktop.DBus.Error.Failed", _)? = error as? BusError { true } else { false }
    }
    #expect {
      try client.call(BusCall(to: Self.name, Self.path, "org.example.Other", "Echo"))
    } throws: { error in
      if case .refused(let name, _)? = error as? BusError { name.contains("Unknown") } else { false }
    }
    #expect {
      try client.call(BusCall(to: "org.example.Nobody", "/", "org.example.Nobody", "Call"))
    } throws: { error in
      if case .refused("org.freedesktop.DBus.Error.ServiceUnknown", _)? = error as? BusError { true } else { false }
    }
    withExtendedLifetime(object) {}
  }

  @Test func `A call that is not answered in time fails, and the connection goes on`() throws {
    let service = try connect()
    let kept = Locked<[BusRequest]>([])
    let object = try service.export(Self.path, interfaces: [Self.name]) { request in
      kept.withLock { $0.append(request) }
    }
    try service.requestName(Self.name)
    let client = try connect()
    #expect(throws: BusError.noAnswer) { try client.call(call("Slow"), within: .milliseconds(30)) }
    #expect(try client.owner(of: Self.name) == service.uniqueName)
    // Answered from another thread, after the fact and twice: both are harmless.
    for request in kept.withLock({ $0 }) {
      request.answer(.boolean(true))
      request.answer(.boolean(true))
    }
    #expect(try client.owner(of: "org.example.Nobody") == nil)
    withExtendedLifetime(object) {}
  }

  @Test func `The bus says who calls, and a name that is taken stays with its owner`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let client = try connect()
    #expect(try client.call(call("Sender")) == [.string(client.uniqueName)])
    #expect(throws: BusError.nameTaken(Self.name)) { try client.requestName(Self.name) }
    try service.releaseName(Self.name)
    try client.requestName(Self.name)
    #expect(try service.owner(of: Self.name) == client.uniqueName)
    withExtendedLifetime(object) {}
  }

  @Test func `Signals are heard from their sender alone, and until the subscription ends`() throws {
    let (sender, forger, listener) = (try connect(), try connect(), try connect())
    let heard = Locked<[String]>([])
    let subscription = try listener.subscribe(to: SignalMatch(from: sender.uniqueName, interface: Self.name)) {
      let text = $0.arguments.first?.text ?? "?"
      heard.withLock { $0.append(text) }
    }
    var forged = BusSignal(Self.path, Self.name, "Changed", .string("forged"))
    try forger.emit(forged)
    forged.destination = listener.uniqueName
    try forger.emit(forged)
    _ = try forger.owner(of: Self.name)
    try sender.emit(BusSignal(Self.path, Self.name, "Changed", .string("true")))
    while heard.withLock({ $0.isEmpty }) { usleep(2_000) }
    #expect(heard.withLock { $0 } == ["true"])
    subscription.cancel()
    _ = try listener.owner(of: Self.name)
    try sender.emit(BusSignal(Self.path, Self.name, "Changed", .string("late")))
    _ = try sender.owner(of: Self.name)
    _ = try listener.owner(of: Self.name)
    #expect(heard.withLock { $0 } == ["true"])
    #expect(throws: BusError.malformed) { try listener.subscribe(to: SignalMatch(from: Self.name)) { _ in } }
  }

  @Test func `A property is read and set`() throws {
    let service = try connect()
    let value = Locked("before")
    let object = try service.export(
      "/org/example", .objectAndThoseBelow, interfaces: ["org.freedesktop.DBus.Properties"]
    ) {
      request in
      if request.message.member == "Set" { value.withLock { $0 = request.message.arguments[2].text ?? "" } }
      request.answer(.variant(.string(value.withLock { $0 })))
    }
    try service.requestName(Self.name)
    let client = try connect()
    #expect(try client.property("Word", of: Self.name, at: Self.path, of: Self.name) == .string("before"))
    try client.setProperty("Word", of: Self.name, at: Self.path, of: Self.name, to: .string("after"))
    #expect(try client.property("Word", of: Self.name, at: Self.path, of: Self.name).text == "after")
    withExtendedLifetime(object) {}
  }

  @Test func `What the bus does not know is refused before it is sent`() throws {
    let client = try connect()
    #expect(throws: BusError.malformed) { try client.call(call("Echo", .string("a\0b"))) }
    #expect(throws: BusError.malformed) { try client.call(call("Echo", .objectPath("not a path"))) }
    #expect(throws: BusError.malformed) { try client.call(call("Echo", .array(of: "s", [.byte(1)]))) }
    #expect(throws: BusError.malformed) { try client.call(BusCall(to: Self.name, "x", Self.name, "Echo")) }
    #expect(throws: BusError.malformed) { try client.call(BusCall(to: Self.name, Self.path, Self.name, "a b")) }
    #expect(client.isOpen)
  }

  @Test func `A message of more values than may be is refused, and the service goes on`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let client = try connect()
    let many = BusValue.array(of: "u", Array(repeating: .uint32(1), count: BusLimits.values + 1))
    #expect {
      try client.call(call("Echo", many))
    } throws: { error in
      if case .refused("org.freedesktop.DBus.Error.InvalidArgs", _)? = error as? BusError { true } else { false }
    }
    #expect(try client.call(call("Echo", .byte(1))) == [.structure([.byte(1)])])
    withExtendedLifetime(object) {}
  }

  @Test func `Requests beyond the limit are refused until others are answered`() throws {
    let service = try connect()
    let kept = Locked<[BusRequest]>([])
    let object = try service.export(Self.path, interfaces: [Self.name]) { request in
      kept.withLock { $0.append(request) }
    }
    let client = try connect()
    var call = call("Keep")
    call.destination = service.uniqueName
    for _ in 0..<BusLimits.requests { try client.send(call, within: .seconds(60)) { _ in } }
    #expect {
      try client.call(call)
    } throws: { error in
      if case .refused("org.freedesktop.DBus.Error.LimitsExceeded", _)? = error as? BusError { true } else { false }
    }
    kept.withLock { $0 }.first?.answer()
    // The connection's thread sends the answer a moment later; until then there is no room for another request.
    try eventually {
      let refused = Locked<BusError?>(nil)
      try client.send(call, within: .milliseconds(50)) { result in
        if case .failure(let error) = result { refused.withLock { $0 = error } }
      }
      try eventually { refused.withLock { $0 } != nil }
      return refused.withLock { $0 } == .noAnswer
    }
    withExtendedLifetime(object) {}
  }

  @Test func `A handler can call others, but not wait for them`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let relay = try connect()
    let relaying = try relay.export("/relay", interfaces: [Self.name]) { [weak relay] request in
      guard let relay else { return }
      #expect(throws: BusError.calledByHandler) { try relay.call(call("Echo")) }
      try? relay.send(call("Echo", .byte(9))) { result in
        if case .success(let values) = result { request.answer(values[0]) }
      }
    }
    let client = try connect()
    let answer = try client.call(BusCall(to: relay.uniqueName, "/relay", Self.name, "Go"))
    #expect(answer == [.structure([.byte(9)])])
    withExtendedLifetime((object, relaying)) {}
  }

  @Test func `Whoever waits is told when the bus goes away`() throws {
    let ended = Locked(0)
    let service = try connect()
    let object = try service.export(Self.path, interfaces: [Self.name]) { [bus] request in
      bus.end()
      withExtendedLifetime(request) {}
    }
    let client = try BusConnection(to: .address(bus.address), whenEnded: { ended.withLock { $0 += 1 } })
    var call = call("End")
    call.destination = service.uniqueName
    #expect(throws: BusError.self) { try client.call(call, within: .seconds(60)) }
    while client.isOpen { usleep(2_000) }
    #expect(throws: BusError.disconnected) { try client.call(call) }
    client.close()
    client.close()
    #expect(ended.withLock { $0 } == 1)
    withExtendedLifetime(object) {}
  }

  @Test func `A place where no bus is cannot be connected to`() throws {
    #expect(throws: BusError.unreachable(code: ENOENT)) {
      try BusConnection(to: .address("unix:path=\(folder.path)/nothing"))
    }
  }

  @Test func `Threads call at once and each has its own answer`() throws {
    let (service, object) = try echo()
    defer { service.close() }
    let client = try connect()
    let wrong = Locked(0)
    let threads = try (0..<8).map { thread in
      try SystemThread(named: "caller") {
        for round in 0..<100 {
          let value = BusValue.uint32(UInt32(thread * 1000 + round))
          if (try? client.call(call("Echo", value))) != [.structure([value])] { wrong.withLock { $0 += 1 } }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(wrong.withLock { $0 } == 0)
    withExtendedLifetime(object) {}
  }
}
