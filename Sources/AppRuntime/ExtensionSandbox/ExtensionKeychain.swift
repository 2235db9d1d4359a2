// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
import AppModel
import CryptoPrimitives
import Glibc
import Sockets
import SystemCalls

/// The socket by which an extension reaches the items that it shares with its app: inside its sandbox, as that of an app.
package final class ExtensionKeychain {
  /// The name of the socket in the sandbox.
  package let name = "bailey." + Hexadecimal.text(SystemRandom.bytes(12))
  /// The extension is served for as long as this is open.
  private let connection: HandedSocket

  package init(_ connection: HandedSocket) { self.connection = connection }

  /// Takes a socket of the sandbox's network, before anything of the extension runs, and has `baileyd` serve it.
  func listen(on socket: borrowing PacketSocket) throws(SystemError) {
    try socket.listen(as: name)
    guard let descriptor = try connection.duplicate() else { throw SystemError(.send, code: EBADF) }
    let byte: [UInt8] = [1]
    try PacketSocket(descriptor).send(byte.span, attached: socket.raw)
  }
}
