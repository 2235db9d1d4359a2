// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import Processes
import ProxyMessages
import ProxyRules
import Sockets
import SystemCalls
import Threads

/// One of the two processes of `bailey-proxy`, seen from outside.
final class ProxyPeer: Sendable {
  private let process: ChildProcess
  private let socket: PacketSocket
  private let reader = Locked<SystemThread?>(nil)

  private static let timeToEnd = Duration.seconds(2)

  /// `between` is its end of the channel between the two.
  init(_ program: String, _ words: [String], between: borrowing PacketSocket) throws(SystemError) {
    let ends = try PacketSocket.pair()
    let nowhere = try FileDescriptor.open("/dev/null", O_RDWR)
    var plan = ChildPlan(path: program, arguments: words)
    plan.descriptors = [ends.far.raw, between.raw]
    // What has been taken over by an app says nothing on the person's terminal.
    (plan.input, plan.output, plan.errors) = (nowhere.raw, nowhere.raw, nowhere.raw)
    plan.environment = []
    process = try withExtendedLifetime(nowhere) { () throws(SystemError) in try ChildProcess.start(plan) }
    socket = ends.near
  }

  /// Tells it the rules, and begins. `listener` is the socket that it takes connections on.
  func begin(_ rules: NetworkRules, connections: Int, listener: Int32 = -1, tunnel: Int32? = nil) throws(SystemError) {
    for order in ProxyOrder.telling(rules) { try order.send(on: socket) }
    if let tunnel { try ProxyOrder.tunnel.send(on: socket, attached: tunnel) }
    try ProxyOrder.begin(connections: UInt16(clamping: connections)).send(on: socket, attached: listener)
  }

  /// Hears what it reports, until it has ended: on a thread of its own.
  func follow(_ hear: @escaping @Sendable (ProxyReport) -> Void, ended: @escaping @Sendable () -> Void)
    throws(SystemError)
  {
    let thread = try SystemThread(named: "network") { [self] in
      while let report = ProxyReport.next(from: socket) { hear(report) }
      ended()
    }
    reader.withLock { $0 = thread }
  }

  /// Sends an order; a process that has ended does not receive it.
  func tell(_ order: ProxyOrder) { try? order.send(on: socket) }

  /// Ends it, whatever it does.
  func end() {
    // In this order: what it has reported by then is still read.
    try? process.send(SIGKILL)
    socket.shutDown()
  }

  /// Waits until all is heard that it reported.
  func join() {
    reader.withLock { $0.take() }?.join()
    guard (try? Poll.readable([process.descriptor.raw], within: Self.timeToEnd)) == [true] else { return }
    _ = try? process.wait()
  }
}
