// SPDX-License-Identifier: Apache-2.0
package import AppModel
import Sockets
package import SystemCalls
import Threads

/// An end of a connection that comes along with a message, not in it.
package final class HandedSocket: Sendable {
  private let descriptor: FileDescriptor?

  package init(_ descriptor: consuming FileDescriptor?) { self.descriptor = descriptor }

  /// -1 where none came.
  package var raw: Int32 {
    switch descriptor {
    case .some(let descriptor): descriptor.raw
    case .none: -1
    }
  }

  /// The word that came, once the socket is readable: of all that `baileyd` could send on it, there is one.
  package func word() -> StartWord? {
    guard let own = try? duplicate() else { return nil }
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    guard (try? PacketSocket(own).receive(into: &span, .refuses)) == 1 else { return nil }
    return StartWord(rawValue: byte[0])
  }

  package func duplicate() throws(SystemError) -> FileDescriptor? {
    switch descriptor {
    case .some(let descriptor): try descriptor.duplicate()
    case .none: nil
    }
  }
}
