// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Connects to a server as any app does.
enum Fetching {
  static func fetch(_ address: String) async {
    guard let url = URL(string: address) else { return print("network: no such address") }
    do {
      let (data, response) = try await URLSession.shared.data(from: url)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first ?? ""
      print("network: \(status == 200 ? String(line) : "refused (\(status))")")
    } catch {
      print("network: ended")
    }
  }
}
