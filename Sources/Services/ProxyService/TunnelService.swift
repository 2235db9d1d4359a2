// SPDX-License-Identifier: Apache-2.0
import SystemCalls
import Threads
import TunnelledPackets

/// Answers what leaves the network of an app packet by packet, so that programs in there which know no proxy reach it all the same.
final class TunnelService: Sendable {
  private let device: FileDescriptor
  private let tunnel: Locked<NetworkTunnel>

  private static let largestPacket = 64 << 10

  /// The proxy listens on this port of that network.
  init(_ device: consuming FileDescriptor, proxyPort: UInt16) {
    self.device = device
    tunnel = Locked(NetworkTunnel(proxyPort: proxyPort))
  }

  func origin(_ address: [UInt8], _ port: UInt16) -> NetworkTunnel.Origin {
    tunnel.withLock { $0.origin(address, port) }
  }

  /// Serves until the network is gone.
  func serve() {
    var buffer = [UInt8](repeating: 0, count: Self.largestPacket)
    let start = ContinuousClock.now
    while true {
      var room = buffer.mutableSpan
      guard let count = try? device.readAvailable(into: &room), count > 0 else { return }
      let now = start.duration(to: .now).components.seconds
      guard let answer = tunnel.withLock({ $0.answer(to: Array(buffer[..<count]), now: now) }) else { continue }
      // A packet that does not arrive is sent again.
      try? device.write(answer.span)
    }
  }
}
