// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import DeviceCheck
import Foundation

/// An app that proves to its server that it is this app. It reads a challenge of the server's from standard input, and prints one
/// request for it, a line of JSON: between the two lies whatever carries lines.
///
///     GuardedNotes register      makes a key and has it attested, once
///     GuardedNotes add NOTE      asks for a change, which the key signs
///     GuardedNotes token         a token by which the server remembers two bits about this machine
///     GuardedNotes support       whether anything can be attested here
@main struct GuardedNotes {
  private static let service = DCAppAttestService.shared
  /// Beside the notes themselves. It is no secret: who has it has no key.
  private static let keyFile = URL(fileURLWithPath: NSHomeDirectory()).appending(path: "Documents/key")

  static func main() async {
    do {
      let words = CommandLine.arguments.dropFirst()
      switch (words.first, words.count) {
      case ("register", 1): try await register()
      case ("add", 2): try await add(words.last ?? "")
      case ("support", 1): print(service.isSupported)
      case ("token", 1): print(try await DCDevice.current.generateToken().base64EncodedString())
      default: exit(2)
      }
    } catch let error as DCError {
      let reason = error.userInfo[NSUnderlyingErrorKey] as? DCInvalidInputReason
      print("DCError \(error.errorCode)\(reason.map { " \($0)" } ?? "")")
      exit(1)
    } catch {
      print(error)
      exit(1)
    }
  }

  // MARK: - Requests

  private static func register() async throws {
    let challenge = challenge()
    let (key, attestation) = try await attested(Data(SHA256.hash(data: Data(challenge.utf8))))
    try send([
      "challenge": challenge, "keyId": key, "attestation": attestation.base64EncodedString(),
    ])
  }

  /// What is signed is the change with the challenge, so that neither can be put beside another.
  private static func add(_ note: String) async throws {
    let change = try String(
      decoding: JSONSerialization.data(
        withJSONObject: ["challenge": challenge(), "add": note], options: [.sortedKeys]), as: UTF8.self)
    let key = try String(contentsOf: keyFile, encoding: .utf8)
    let assertion = try await service.generateAssertion(
      key, clientDataHash: Data(SHA256.hash(data: Data(change.utf8))))
    try send(["keyId": key, "change": change, "assertion": assertion.base64EncodedString()])
  }

  private static func challenge() -> String { readLine() ?? "" }

  private static func send(_ request: [String: String]) throws {
    print(String(decoding: try JSONSerialization.data(withJSONObject: request, options: [.sortedKeys]), as: UTF8.self))
  }

  // MARK: - The key

  /// A key that went with a removal, a restore or an erase is made anew, once; a moment at which nothing can be attested leaves
  /// the key for the next try.
  private static func attested(_ hash: Data) async throws -> (key: String, attestation: Data) {
    if let kept = try? String(contentsOf: keyFile, encoding: .utf8) {
      do {
        return (kept, try await service.attestKey(kept, clientDataHash: hash))
      } catch let error as DCError where error.code == .invalidInput || error.code == .invalidKey {
        try FileManager.default.removeItem(at: keyFile)
      }
    }
    let key = try await service.generateKey()
    try Data(key.utf8).write(to: keyFile, options: .atomic)
    return (key, try await service.attestKey(key, clientDataHash: hash))
  }
}
