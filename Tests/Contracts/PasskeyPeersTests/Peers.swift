// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import Foundation
import JSONCoding
import PublishedCeremonies
import RepositoryFolder
import WebAuthn

/// python-fido2 and py_webauthn from PyPI, in an environment of their own below `.build`, which the first run makes.
struct Peers {
  private static let packages = ["fido2==2.2.1", "webauthn==3.0.1"]
  private static let folder = RepositoryFolder.url.appending(path: ".build/passkey-peers")
  private static let python = folder.appending(path: "bin/python").path
  private static let script = RepositoryFolder.tests.appending(path: "Contracts/PasskeyPeersTests/peers.py").path

  /// Whether they can be asked: without a network, what is not there cannot be fetched.
  static let areThere: Bool = {
    if runs(python, ["-c", "import fido2.server, webauthn"]) { return true }
    return runs("/usr/bin/env", ["python3", "-m", "venv", folder.path])
      && runs(folder.appending(path: "bin/pip").path, ["install", "-q"] + packages)
  }()

  /// What one of them objects to; nil where it accepts.
  struct Answer: Decodable {
    let fido2: String?
    let webauthn: String?
  }

  static func answers(to questions: [JSONValue]) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passkey-peers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "questions"), folder.appending(path: "answers"))
    try Data(questions.map(\.text).joined(separator: "\n").utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [script, Base64URL.encode(PublishedCeremony.root)]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let decoder = JSONDecoder()
    return try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Answer.self, from: Data($0))
    }
  }

  private static func runs(_ program: String, _ arguments: [String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: program) else { return false }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
