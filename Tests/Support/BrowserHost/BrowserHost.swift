// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import RunningInstance

/// `bailey-browser`, started as a browser starts it, asked for sign-ins as the extension asks.
package final class BrowserHost {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var last = 0

  package init(_ instance: RunningInstance) throws {
    process.executableURL = try Program.locate("bailey-browser")
    process.environment = ProcessInfo.processInfo.environment.merging(instance.variables) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  package var number: Int32 { process.processIdentifier }

  /// A sign-in as the page gets it.
  package struct SignIn {
    package let authenticatorData: Data
    package let clientData: Data
    package let signature: Data
    package let extensionResults: [String: Any]
  }

  /// What came in place of a sign-in.
  package struct NoSignIn: Error {
    package let answer: String
  }

  /// Asks for a sign-in with this credential or any, with one input of the function and what is kept for the site.
  package func signIn(_ credential: String? = nil, at site: String) throws -> SignIn {
    last += 1
    try send([
      "id": last, "kind": "get", "origin": "https://\(site)",
      "options": [
        "challenge": "AQIDBAUGBwgJCgsMDQ4PEA", "rpId": site,
        "allowCredentials": [credential].compactMap(\.self).map { ["type": "public-key", "id": $0] },
        "extensions": ["prf": ["eval": ["first": "AQ"]], "largeBlob": ["read": true]],
      ] as [String: Any],
    ])
    let answer = try receive()
    guard let found = answer["credential"] as? [String: Any], let response = found["response"] as? [String: Any],
      let data = Self.bytes(response["authenticatorData"]), let client = Self.bytes(response["clientDataJSON"]),
      let signature = Self.bytes(response["signature"])
    else { throw NoSignIn(answer: "\(answer)") }
    return SignIn(
      authenticatorData: data, clientData: client, signature: signature,
      extensionResults: found["clientExtensionResults"] as? [String: Any] ?? [:])
  }

  private func send(_ message: [String: Any]) throws {
    let text = try JSONSerialization.data(withJSONObject: message)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    try input.fileHandleForWriting.write(contentsOf: Data(head) + text)
  }

  private func receive() throws -> [String: Any] {
    let head = try output.fileHandleForReading.read(upToCount: 4) ?? Data()
    guard head.count == 4 else { throw NoSignIn(answer: "it has ended") }
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    let body = try output.fileHandleForReading.read(upToCount: count) ?? Data()
    return try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
  }

  private static func bytes(_ value: Any?) -> Data? {
    guard var text = value as? String else { return nil }
    text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }
}
