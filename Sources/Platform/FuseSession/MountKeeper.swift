// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import Mounts
import Processes
import Sockets
package import SystemCalls
import Threads

/// A process beside the one that serves a filesystem, which mounts nothing and knows no file: it unmounts, and has the kernel
/// write pages, so that whoever serves can do without the right to mount and to start programs.
///
/// It ends with whoever started it.
package final class MountKeeper: MountCare {
  /// What becomes of the mount when the process that serves it has ended, however that came.
  package enum Ending: UInt8, Sendable {
    /// It stays, disconnected: nobody writes into the folder below it.
    case leavesMount
    /// It is unmounted. `fusermount3` would do it too, but not for a user whose mount root may not look into, and not where it looks
    /// before the kernel has cut the mount off.
    case unmounts
  }

  /// A byte each; the answer is a byte too: 0, or an errno.
  private enum Order: UInt8 { case clear = 1, ask, writeOut, unmount, force }

  /// The word among the arguments of the program that is started, which then calls `keep`.
  package static let argument = "--keep-mount"
  private static let firstDescriptor: Int32 = 3
  private static let longestPath = 4097
  private static let timeout = Duration.seconds(60)
  /// A process may be long on its way out, on a busy machine: the kernel cuts a mount off when the last thread is gone.
  private static let (looks, mostLooksAtNothing, pause) = (600, 5, Duration.milliseconds(100))

  private let place: MountPoint
  /// The channel of orders, one at a time.
  private let orders: Locked<Channel>
  /// The channel for orders that must not wait behind one that a disk holds up.
  private let urgent: Locked<Channel>

  private struct Channel: ~Copyable {
    let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
  }

  /// Starts this very program. To be called before the mount, and before rights are given up.
  package init(of folder: String, atEnd ending: Ending) throws(SystemError) {
    place = MountPoint(folder)
    let common = try PacketSocket.pair()
    let quick = try PacketSocket.pair()
    let nothing = try FileDescriptor.open("/dev/null", O_RDWR)
    var plan = ChildPlan(path: "/proc/self/exe", arguments: [Self.argument])
    plan.descriptors = [common.far.raw, quick.far.raw]
    (plan.input, plan.output, plan.errors) = (nothing.raw, nothing.raw, nothing.raw)
    // A terminal's signals end whoever serves in good order, and that takes this process. It ends when its sockets do.
    plan.life = .onItsOwn
    plan.environment = []
    _ = try ChildProcess.start(plan)
    extendLifetime(nothing)
    let first = [ending.rawValue] + Array(folder.utf8)
    try common.near.send(first.span)
    orders = Locked(Channel(common.near))
    urgent = Locked(Channel(quick.near))
  }

  // MARK: - For whoever serves

  func clearDisconnected(within timeout: Duration) throws(SystemError) {
    guard place.entry != nil else { return }
    try give(.clear, on: orders)
  }

  func checkAnswer(within timeout: Duration, unless ended: borrowing FileDescriptor) throws(SystemError) {
    let end = ended.raw
    try orders.withLock { channel throws(SystemError) in
      try channel.socket.send([Order.ask.rawValue].span)
      let ready = try Poll.readable([channel.socket.raw, end], within: timeout)
      guard ready.contains(true) else { throw SystemError(.mount, code: ETIMEDOUT) }
      if ready[1] { throw SystemError(.mount, code: ENOTCONN) }
      try Self.answer(on: channel.socket)
    }
  }

  func writeOut() { try? give(.writeOut, on: orders) }

  func unmountServed() -> UnmountOutcome { (try? give(.unmount, on: orders)) == nil ? .busy : .done }

  func abort() -> MountPoint.Abortion {
    if place.cutOff() == .cutOff { return .cutOff }
    return (try? give(.force, on: urgent)) == nil ? .notPermitted : .cutOff
  }

  private func give(_ order: Order, on channel: Locked<Channel>) throws(SystemError) {
    try channel.withLock { channel throws(SystemError) in
      try channel.socket.send([order.rawValue].span)
      try Self.answer(on: channel.socket)
    }
  }

  private static func answer(on socket: borrowing PacketSocket) throws(SystemError) {
    var answer: [UInt8] = [0, 0]
    var room = answer.mutableSpan
    guard try socket.receive(into: &room) == 1 else { throw SystemError(.receive, code: EPIPE) }
    guard answer[0] == 0 else { throw SystemError(.umount, code: Int32(answer[0])) }
  }

  // MARK: - The process

  /// Runs to the end of whoever started it.
  package static func keep() throws(SystemError) {
    let orders = PacketSocket(FileDescriptor(owning: firstDescriptor))
    var path = [UInt8](repeating: 0, count: longestPath)
    var room = path.mutableSpan
    let count = try orders.receive(into: &room)
    guard count > 1, let ending = Ending(rawValue: path[0]) else { throw SystemError(.receive, code: EINVAL) }
    let place = MountPoint(String(decoding: path[1..<count], as: UTF8.self))
    let force = try SystemThread(named: "force") {
      follow(PacketSocket(FileDescriptor(owning: firstDescriptor + 1)), place)
      if ending == .unmounts { unmountLeft(place) }
      // An order may be held up by the filesystem of the process that is gone.
      exit(0)
    }
    follow(orders, place)
    force.join()
  }

  /// Unmounts once the kernel has cut the mount off. Where there is no mount, it may still come: `fusermount3` may be on its way.
  private static func unmountLeft(_ place: MountPoint) {
    var looksAtNothing = 0
    for _ in 0..<looks where looksAtNothing < mostLooksAtNothing {
      if place.entry == nil { looksAtNothing += 1 } else { try? place.clearDisconnected(within: .seconds(1)) }
      _ = try? Poll.readable([], within: pause)
    }
  }

  private static func follow(_ orders: consuming PacketSocket, _ place: MountPoint) {
    var order: [UInt8] = [0, 0]
    while true {
      var room = order.mutableSpan
      guard (try? orders.receive(into: &room)) == 1, let next = Order(rawValue: order[0]) else { return }
      let answer = [UInt8(truncatingIfNeeded: code { () throws(SystemError) in try obey(next, place) })]
      guard (try? orders.send(answer.span)) != nil else { return }
    }
  }

  private static func obey(_ order: Order, _ place: MountPoint) throws(SystemError) {
    switch order {
    case .clear: try place.clearDisconnected(within: timeout)
    case .ask: try place.askFilesystem()
    case .writeOut: place.writeOut()
    case .unmount: guard place.unmountServed() == .done else { throw SystemError(.umount, code: EBUSY) }
    case .force: guard place.force() == .cutOff else { throw SystemError(.umount, code: EPERM) }
    }
  }

  private static func code(_ body: () throws(SystemError) -> Void) -> Int32 {
    do throws(SystemError) { try body() } catch { return error.code == 0 ? EIO : error.code }
    return 0
  }
}
