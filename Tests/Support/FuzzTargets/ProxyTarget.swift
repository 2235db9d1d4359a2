// SPDX-License-Identifier: Apache-2.0
import InternetAddresses
import ProxyRules

/// What an app sends to its proxy: nothing traps, and a host that is read is read the same way again.
package enum ProxyTarget: FuzzTarget {
  package static let name = "Proxy"

  package static func run(_ bytes: [UInt8]) {
    for hasGreeted in [false, true] {
      switch ProxyRequest.read(bytes, hasGreeted: hasGreeted) {
      case .request(let request):
        precondition(HostName(request.host.text) == request.host, "a host has two readings")
        precondition(request.port > 0 && request.rest.count <= bytes.count)
        guard case .http(let head) = request.kind else { continue }
        precondition(
          ProxyRequest.plain(head) == .request(request.host) || head.count > 16 << 10,
          "a request is sent with another host")
      case .answer(let answer, let used): precondition(!answer.isEmpty && used <= bytes.count)
      case .incomplete, .refused: break
      }
    }
    if case .hello(let hello) = ClientHello.read(bytes), let name = hello.serverName { _ = HostName(name) }
    if case .hello(let hello) = ServerHello.read(bytes) {
      precondition(hello.version < 0x0304 || hello.hasForwardSecrecy)
      precondition(bytes.count >= 42, "an answer is shorter than its fields")
    }
    if let host = HostName(String(decoding: bytes, as: UTF8.self)) {
      precondition(HostName(host.text) == host, "a host has two readings")
      if case .address(let address) = host {
        precondition(!RequestReach.everywhere.admits(address, isEncrypted: false) || AddressScope(address) == .loopback)
      }
    }
  }
}
