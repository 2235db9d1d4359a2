// SPDX-License-Identifier: Apache-2.0
package import Advice
import CredentialFormats
import Instance
import InstanceAccess
import JSONCoding
package import KeychainModel
package import SecretMemory
package import TerminalConsole
import WireFormat

/// `docker-credential-bailey`: keeps the passwords of docker and podman in the keychain, by the protocol of docker's credential helpers.
package struct DockerCredentialTool {
  private let console: Console
  private let credentials: StoredCredentials

  private static let usage =
    "usage: docker-credential-bailey get|store|erase|list|version, as credsStore of ~/.docker/config.json"
  /// The message that docker compares with what it knows.
  private static let notFound = "credentials not found in native keychain"
  private static let noServer = "no credentials server URL"

  package static func run(_ words: [String], on console: Console) -> ExitCode {
    guard words.count == 1, ["get", "store", "erase", "list", "version"].contains(words[0]) else {
      console.note(usage)
      return .usage
    }
    if words[0] == "version" {
      console.print("docker-credential-bailey \(BaileyVersion.current)")
      return .done
    }
    return CommandRun.run(on: console) { () throws(CommandFailure) in
      try DockerCredentialTool(console, try BrokerAccess.open()).carryOut(words[0])
    }
  }

  package init(_ console: Console, _ keychain: any KeychainService) {
    self.console = console
    credentials = StoredCredentials(keychain, service: "docker credential")
  }

  func carryOut(_ word: String) throws(CommandFailure) {
    switch word {
    case "store": try store()
    case "erase": try credentials.erase(try server())
    case "get":
      guard let secret = try credentials.secret(of: try server()) else { throw told(Self.notFound) }
      secret.withBytes { console.print(bytes: $0) }
      console.print("")
    default:
      console.print(
        .object(try credentials.entries().map { JSONValue.Member($0.account, .string($0.comment)) }))
    }
  }

  private func store() throws(CommandFailure) {
    let input = try ProgramInput.read(atMost: DockerCredential.largest, console)
    try input.withBytes { bytes throws(CommandFailure) in try keep(bytes) }
  }

  /// Keeps what docker would say to `store`.
  package func keep(_ object: borrowing SecretBytes) throws(CommandFailure) {
    try object.withBytes { bytes throws(CommandFailure) in try keep(bytes) }
  }

  private func keep(_ bytes: Span<UInt8>) throws(CommandFailure) {
    guard let credential = DockerCredential(bytes), let server = text(credential.server, bytes),
      let username = text(credential.username, bytes)
    else { throw told(Self.noServer) }
    try credentials.store(
      SecretData(copying: bytes.extracting(credential.object)), for: server, label: "docker: \(server)",
      comment: username)
  }

  /// The server's address: one line, which is no secret.
  private func server() throws(CommandFailure) -> String {
    let input = try ProgramInput.read(atMost: 4096, console)
    let line = input.withBytes { bytes in
      String(decoding: (0..<bytes.count).map { bytes[$0] }.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }, as: UTF8.self)
    }
    guard !line.isEmpty else { throw told(Self.noServer) }
    return line
  }

  private func text(_ place: Range<Int>, _ bytes: Span<UInt8>) -> String? {
    let limits = JSONLimits(bytes: DockerCredential.largest, depth: 1, values: 1)
    guard case .string(let text)? = try? JSONReader.read(place.map { bytes[$0] }, limits) else { return nil }
    return text
  }

  /// Docker reads what went wrong from standard output.
  private func told(_ message: String) -> CommandFailure {
    console.print(message)
    return .particular(message, .failed)
  }
}
