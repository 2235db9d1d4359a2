// SPDX-License-Identifier: Apache-2.0
import ProxyMessages
import ProxyRules

extension ProxyFailure {
  init(_ refusal: ProxyRequest.Refusal) {
    self =
      switch refusal {
      case .malformed: .malformed
      case .host: .host
      case .unsupported: .unsupported
      }
  }

  func answer(to kind: ProxyRequest.Kind) -> [UInt8] {
    if case .direct = kind { return [] }
    if case .socks = kind {
      let code: UInt8 =
        switch self {
        case .unreachable: 4
        case .unsupported: 7
        case .malformed: 1
        case .host, .tracking, .machine, .localNetwork, .notEncrypted: 2
        }
      return [5, code, 0, 1, 0, 0, 0, 0, 0, 0]
    }
    let (status, reason) = http
    let body = "bailey: \(reason)\n"
    return Array(
      ("HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Connection: close\r\n\r\n\(body)").utf8)
  }

  private var http: (status: String, reason: String) {
    switch self {
    case .malformed: ("400 Bad Request", "that is no request to a proxy.")
    case .host: ("400 Bad Request", "that host could mean another one elsewhere.")
    case .unsupported: ("501 Not Implemented", "connections alone are made.")
    case .tracking: ("403 Forbidden", "it follows people, and tracking is not allowed.")
    case .machine: ("403 Forbidden", "this computer itself is not reached.")
    case .localNetwork: ("403 Forbidden", "the local network is not allowed.")
    case .notEncrypted: ("403 Forbidden", "it is not encrypted, and NSAppTransportSecurity makes no exception.")
    case .unreachable: ("502 Bad Gateway", "it cannot be reached.")
    }
  }
}
