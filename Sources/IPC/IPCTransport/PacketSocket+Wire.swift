// SPDX-License-Identifier: Apache-2.0
package import Sockets
package import SystemCalls
package import Threads
package import WireFormat

/// The outcome of `receive`.
package enum PacketArrival: Sendable, Equatable {
  case packet
  /// The other end is gone. A packet without bytes looks the same to the kernel's caller, and no message is empty.
  case end
}

/// Packets in secret memory: a message may hold a key or a passcode, so it is never in an array.
extension PacketSocket {
  package func send(
    _ message: borrowing WireBuffer, attached: Int32 = -1, _ strategy: WaitStrategy = .waits
  ) throws(SystemError) {
    try message.withBytes { bytes throws(SystemError) in
      try send(bytes, attached: attached, strategy)
    }
  }

  /// Replaces the buffer's contents by the next packet. One that is larger than the buffer throws EMSGSIZE and is lost.
  package func receive(
    into message: inout WireBuffer, attached: inout FileDescriptor?, _ strategy: WaitStrategy = .waits
  ) throws(SystemError) -> PacketArrival {
    try message.fill { span throws(SystemError) in
      try receive(into: &span, attached: &attached, strategy)
    }
    return message.count == 0 ? .end : .packet
  }

  package func receive(
    into message: inout WireBuffer, _ strategy: WaitStrategy = .waits
  ) throws(SystemError) -> PacketArrival {
    try message.fill { span throws(SystemError) in try receive(into: &span, strategy) }
    return message.count == 0 ? .end : .packet
  }
}
