// SPDX-License-Identifier: Apache-2.0
import ProxyRules
import TunnelledPackets

/// What the programs of a sandbox send out of its network: nothing traps, and what comes back is a packet to one of them.
package enum TunnelTarget: FuzzTarget {
  package static let name = "Tunnel"

  /// Packets, each after its length of two bytes.
  package static func run(_ bytes: [UInt8]) {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    var (rest, now) = (bytes[...], Int64(0))
    while rest.count > 2 {
      let count = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
      let packet = Array(rest.dropFirst(2).prefix(count))
      rest = rest.dropFirst(2 + count)
      now += 100
      guard let answer = tunnel.answer(to: packet, now: now) else { continue }
      precondition(answer.count >= 28 && Array(answer[16..<20]) == TunnelAddress.program.bytes, "it goes elsewhere")
      precondition(Int(answer[2]) << 8 | Int(answer[3]) == answer.count, "it has another length than it says")
      if case .connection(let host, let port) = tunnel.origin(Array(answer[12..<16]), 1024) {
        precondition(port > 0 && HostName(host.text) == host, "a host has two readings")
      }
    }
  }
}
