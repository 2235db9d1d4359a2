// SPDX-License-Identifier: Apache-2.0
import AppSandbox
import BrokerMessages
import Glibc
import LinuxSystem
import NetworkAccess

/// Puts into an app's network what the app finds there, before it runs: the socket of `baileyd`, and the proxy. `bwrap` says which
/// process it made, and waits.
final class NetworkStart {
  private let socket: AppSocket
  private let connection: HandedSocket
  private let proxy: NetworkAccess?
  private let information: FileDescriptor
  private let go: FileDescriptor

  /// `connection` is the one on which `baileyd` waits for the socket.
  init(_ access: AppAccess, _ connection: HandedSocket, _ words: inout SandboxArguments) throws(SystemError) {
    (socket, proxy, self.connection) = (access.socket, access.network, connection)
    let said = try Pipe()
    let awaited = try Pipe()
    information = said.reading
    go = awaited.writing
    let (info, block) = (words.attach(said.writing), words.attach(awaited.reading))
    words.prepend(["--info-fd", "\(info)", "--block-fd", "\(block)"])
  }

  /// Where they cannot be put there, the app is never let go: it ends with this process.
  func begin(_ child: borrowing ChildProcess) throws(SystemError) {
    var text = ""
    while !text.contains("}") {
      let ready = try Poll.readable([information.raw, child.descriptor.raw])
      // It ended before it made anything, and says why itself.
      guard ready[0] else { return }
      var bytes = [UInt8](repeating: 0, count: 4096)
      var room = bytes.mutableSpan
      let count = try information.readAvailable(into: &room)
      guard count > 0, text.utf8.count < 1 << 16 else { return }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    guard let process = Self.process(in: text) else { throw SystemError(.fork, code: ESRCH) }
    let sockets = try ForeignSockets(inNetworkOf: process)
    try socket.listen(on: sockets.packets)
    // One that is gone by now is noticed by whoever follows it.
    try? socket.hand(over: connection)
    try proxy?.start(on: sockets.stream)
    let byte: [UInt8] = [1]
    try go.write(byte.span)
  }

  /// The number after `"child-pid":`.
  private static func process(in text: String) -> Int32? {
    let marker = Array("child-pid\":")
    let characters = Array(text)
    guard characters.count > marker.count else { return nil }
    let start = (0..<(characters.count - marker.count)).first { Array(characters[$0..<$0 + marker.count]) == marker }
    guard let start else { return nil }
    return Int32(String(characters[(start + marker.count)...].drop { $0 == " " }.prefix { $0.isNumber }))
  }
}
