// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Sockets
package import SystemCalls
package import Threads
package import WireFormat

/// The rules that a frame must keep to.
package struct FrameRules: Sendable {
  /// The contents' largest size; their smallest is 2.
  package let largest: Int
  /// The process whose bytes these have to be, on a socket that notes senders.
  package let sender: Int32?
  /// The time from the first byte of a frame to the last.
  package let timeout: Duration
  /// How long a wait for the first byte may take, which is set on the socket again afterwards.
  package let idle: Duration

  package init(largest: Int, sender: Int32?, timeout: Duration, idle: Duration) {
    self.largest = largest
    self.sender = sender
    self.timeout = timeout
    self.idle = idle
  }
}

/// Why no frame came.
package enum FrameFailure: Error, Equatable, Sendable {
  /// No byte came within the time.
  case idle
  /// The other end is gone.
  case ended
  /// The other end went, or fell silent, in the middle.
  case truncated
  case wrongLength
  /// More came than one frame: nobody may go on before there is an answer.
  case overrun
  /// Another process than the one that was established has sent it.
  case unexpectedSender
  /// There is no room for one so large at this moment.
  case noRoom
  case system(SystemError)
}

/// Messages that may be larger than a packet: a frame is the length of what follows (4 bytes, big-endian), then the
/// contents, in packets of the largest size but for the last.
extension PacketSocket {
  package static let frameHead = 4
  /// The room for a frame before its length is known, which a socket takes whatever the machine's settings are.
  package static let largestPacket = 4096

  /// Throws EAGAIN where the other end has not taken it within the time, if there is one.
  package func send(
    frame: borrowing WireBuffer, attached: Int32 = -1, _ strategy: WaitStrategy = .waits, within time: Duration? = nil
  ) throws(SystemError) {
    let deadline = time.map { ContinuousClock.now.advanced(by: $0) }
    try frame.withBytes { bytes throws(SystemError) in
      for start in stride(from: 0, to: bytes.count, by: Self.largestPacket) {
        if start > 0, let deadline, deadline < ContinuousClock.now { throw SystemError(.send, code: EAGAIN) }
        let end = min(bytes.count, start + Self.largestPacket)
        try send(bytes.extracting(start..<end), attached: start == 0 ? attached : -1, strategy)
      }
    }
  }

  /// Replaces the buffer's contents by the next frame, head included. `claim` is asked for room when a frame is larger
  /// than the buffer is by itself.
  package func receiveFrame(
    into buffer: inout WireBuffer, _ rules: FrameRules, claim: (Int) -> FrameRoom = { _ in .granted }
  ) throws(FrameFailure) {
    var none: FileDescriptor?
    try receiveFrame(into: &buffer, rules, attached: &none, claim: claim)
  }

  /// Replaces the buffer's contents by the next frame, and keeps the descriptor that came with it. Where `rules` name a sender,
  /// descriptors are not accepted; where they name none, `arrival` is how the first packet is waited for.
  package func receiveFrame(
    into buffer: inout WireBuffer, _ rules: FrameRules, attached: inout FileDescriptor?, arrival: WaitStrategy = .waits,
    claim: (Int) -> FrameRoom = { _ in .granted }
  ) throws(FrameFailure) {
    buffer.wipe()
    try receive(into: &buffer, rules, atLeast: Self.largestPacket, &attached, arrival)
    let length = buffer.withBytes { bytes in (0..<4).reduce(0) { $0 << 8 | Int(bytes[$1]) } }
    guard (2...rules.largest).contains(length) else { throw .wrongLength }
    let whole = Self.frameHead + length
    if buffer.count == whole { return }
    guard buffer.count < whole else { throw .overrun }
    guard claim(whole) == .granted else { throw .noRoom }
    try finish(&buffer, rules, whole, &attached)
  }

  /// The rest of a frame that did not come at once, in the time there is for it.
  private func finish(
    _ buffer: inout WireBuffer, _ rules: FrameRules, _ whole: Int, _ attached: inout FileDescriptor?
  ) throws(FrameFailure) {
    let deadline = ContinuousClock.now.advanced(by: rules.timeout)
    do { try limitReceives(to: rules.timeout) } catch { throw .system(error) }
    while buffer.count < whole {
      guard ContinuousClock.now < deadline else { throw .truncated }
      try receive(into: &buffer, rules, atLeast: whole - buffer.count, &attached)
    }
    guard buffer.count == whole else { throw .overrun }
    do { try limitReceives(to: rules.idle) } catch { throw .system(error) }
  }

  /// Receives once; for the head, until it is complete.
  private func receive(
    into buffer: inout WireBuffer, _ rules: FrameRules, atLeast room: Int, _ attached: inout FileDescriptor?,
    _ arrival: WaitStrategy = .waits
  ) throws(FrameFailure) {
    repeat {
      let before = buffer.count
      var sender = rules.sender ?? -1
      do {
        try buffer.extend(room: room) { span throws(SystemError) in
          rules.sender == nil
            ? try receive(into: &span, attached: &attached, before == 0 ? arrival : .waits)
            : try receive(into: &span, sender: &sender)
        }
      } catch {
        if error.code == EMSGSIZE { throw .overrun }
        guard error.code == EAGAIN else { throw .system(error) }
        throw before == 0 ? .idle : .truncated
      }
      guard buffer.count > before else { throw before == 0 ? .ended : .truncated }
      guard sender == rules.sender ?? -1 else { throw .unexpectedSender }
    } while buffer.count < Self.frameHead
  }
}

package enum FrameRoom: Sendable { case granted, refused }
