// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import JSONCoding
package import ProcessIsolation
package import Processes
package import SystemCalls
import TunnelledPackets

/// The network of a sandbox, before anything runs in it: `bwrap` says which process it made, and waits until what the program is
/// to find there has been put there.
package final class SandboxNetwork {
  private let information: FileDescriptor
  private let go: FileDescriptor
  private var process: Int32?

  package init(_ words: inout SandboxArguments) throws(SystemError) {
    let said = try Pipe()
    let awaited = try Pipe()
    information = said.reading
    go = awaited.writing
    let (info, block) = (words.attach(said.writing), words.attach(awaited.reading))
    words.prepend(["--info-fd", "\(info)", "--block-fd", "\(block)"])
  }

  /// Sockets of that network; nil where `bwrap` ended before it made one, and says why itself.
  ///
  /// Where nothing can be put there, end the child before this object is gone: `bwrap` would go on without.
  package func sockets(
    of child: borrowing ChildProcess, within time: Duration? = nil
  ) throws(SystemError) -> ForeignSockets? {
    var text: [UInt8] = []
    while !text.contains(UInt8(ascii: "}")) {
      let ready = try Poll.readable([information.raw, child.descriptor.raw], within: time)
      guard ready.contains(true) else { throw SystemError(.poll, code: ETIMEDOUT) }
      guard ready[0] else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      var room = bytes.mutableSpan
      let count = try information.readAvailable(into: &room)
      guard count > 0, text.count < Self.limits.bytes else { return nil }
      text += bytes[..<count]
    }
    guard let process = Self.process(in: text) else { throw SystemError(.fork, code: ESRCH) }
    self.process = process
    return try ForeignSockets(inNetworkOf: process)
  }

  /// The way out of that network for programs that know no proxy, once there are sockets; nil where this machine has no device for it.
  package func tunnel() -> FileDescriptor? {
    guard let process else { return nil }
    return try? ForeignTunnel.make(
      inNetworkOf: process, address: TunnelAddress.program.bytes, prefix: TunnelAddress.prefix)
  }

  /// Lets the program run.
  package func begin() throws(SystemError) {
    let byte: [UInt8] = [1]
    try go.write(byte.span)
  }

  private static let limits = JSONLimits(bytes: 1 << 16, depth: 2, values: 64)

  /// The process that `bwrap` names (`--info-fd` in bwrap(1)).
  private static func process(in text: [UInt8]) -> Int32? {
    guard case .object(let members) = try? JSONReader.read(text, limits),
      case .number(let number) = members.first(where: { $0.name == "child-pid" })?.value
    else { return nil }
    return Int32(exactly: number)
  }
}
