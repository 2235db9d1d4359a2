// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Foundation
import Glibc
import Processes
import SecretMemory
import Sockets
import SystemCalls
import Testing

/// A real `bailey-enclave`, started as the supervisor starts it.
final class EnclaveProcess {
  let home: EnclaveHome
  let supervisor: SupervisorChannel
  /// The same channel, for saying what `supervisor` would not.
  let supervisorSocket: PacketSocket
  let process: Int32
  private let child: ChildProcess
  private var end: ProcessEnd?

  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "bailey-enclave").path

  /// Does not wait for it to be ready. What it finds in its environment is given as `NAME=value`.
  init(starting home: EnclaveHome, _ arguments: [String] = [], environment: [String] = []) throws {
    self.home = home
    let listener = try PacketSocket.listening(at: "enclave.sock", in: home.sockets)
    let pair = try PacketSocket.pair()
    let errors = try FileDescriptor.open("\(home.path)/errors", O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
    var plan = ChildPlan(path: "/usr/bin/env", arguments: environment + [Self.program] + arguments)
    plan.descriptors = [pair.far.raw, listener.raw, home.folder.raw]
    plan.errors = errors.raw
    plan.life = .onItsOwn
    child = try ChildProcess.start(plan)
    process = child.process
    supervisorSocket = PacketSocket(try pair.near.descriptor.duplicate())
    supervisor = SupervisorChannel(adopting: pair.near)
  }

  convenience init(_ home: EnclaveHome? = nil, _ arguments: [String] = [], environment: [String] = []) throws {
    try self.init(starting: try home ?? EnclaveHome(), arguments, environment: environment)
    do { try supervisor.waitUntilReady(within: .seconds(60)) } catch {
      Issue.record("not ready: \(error), \(try wait()), \(errors)")
      throw error
    }
  }

  deinit {
    if end == nil {
      try? child.send(SIGKILL)
      _ = try? child.wait()
    }
  }

  var errors: String { (try? String(contentsOfFile: "\(home.path)/errors", encoding: .utf8)) ?? "" }

  func client() throws -> OwnerChannel { try OwnerChannel(connectingTo: "enclave.sock", in: home.sockets) }

  func socket() throws -> PacketSocket { try PacketSocket.connected(to: "enclave.sock", in: home.sockets) }

  /// Hands over the channels of a `bailey-fs`, which the test plays itself.
  func files() throws -> FilesChannels {
    let events = try PacketSocket.pair()
    let files = try PacketSocket.pair()
    try supervisor.adopt(events: events.far.raw, files: files.far.raw)
    return FilesChannels(
      events: try EnclaveEvents(adopting: events.near), keys: try RemoteClassKeys(adopting: files.near), enclave: self)
  }

  /// Hands over the channels of a `baileyd`.
  func broker() throws -> FilesChannels {
    let events = try PacketSocket.pair()
    let broker = try PacketSocket.pair()
    try supervisor.adopt(events: events.far.raw, broker: [broker.far.raw])
    let channels = FilesChannels(
      events: try EnclaveEvents(adopting: events.near), keys: try RemoteClassKeys(adopting: broker.near), enclave: self)
    try channels.keys.openMemoryChannel()
    return channels
  }

  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) throws -> ProcessEnd {
    try child.send(signal)
    return try wait()
  }

  func wait() throws -> ProcessEnd {
    let end = try child.wait()
    self.end = end
    return end
  }
}

struct FilesChannels {
  let events: EnclaveEvents
  let keys: RemoteClassKeys
  /// Which lives as long.
  let enclave: EnclaveProcess

  /// Acknowledges every lock on a thread of its own, as one who holds nothing does.
  func obey() {
    let events = events
    Thread {
      while let event = try? events.next() {
        if case .locking(let epoch, _) = event { try? events.acknowledge(epoch: epoch, lost: 0) }
      }
    }.start()
  }
}
