// SPDX-License-Identifier: Apache-2.0
/// How programs that know nothing of Bailey learn where the proxy is.
enum ProxyVariables {
  static func of(_ plan: SandboxPlan) -> [(name: String, value: String)] {
    guard let port = plan.proxyPort else { return [] }
    let (http, socks) = ("http://127.0.0.1:\(port)", "socks5h://127.0.0.1:\(port)")
    let values = [("http_proxy", http), ("https_proxy", http), ("ftp_proxy", http), ("all_proxy", socks)]
    let own = [("no_proxy", "localhost,127.0.0.1,::1")]
    return (values + own).flatMap { [(name: $0.0, value: $0.1), (name: $0.0.uppercased(), value: $0.1)] }
  }
}
