// SPDX-License-Identifier: Apache-2.0
import AppAttest
import Foundation
import RepositoryFolder

/// pyattest from PyPI, in an environment of its own below `.build`, which the first run makes.
struct AttestPeer {
  private static let packages = ["pyattest==1.0.5"]
  private static let folder = RepositoryFolder.url.appending(path: ".build/attest-peer")
  private static let python = folder.appending(path: "bin/python").path
  private static let script = RepositoryFolder.tests.appending(path: "Contracts/AppAttestPeersTests/peer.py").path

  /// Whether it can be asked: without a network, what is not there cannot be fetched.
  static let isThere: Bool = {
    if runs(python, ["-c", "import pyattest.attestation"]) { return true }
    return runs("/usr/bin/env", ["python3", "-m", "venv", folder.path])
      && runs(folder.appending(path: "bin/pip").path, ["install", "-q"] + packages)
  }()

  struct Question: Encodable {
    let kind: String
    let object, keyId: String
    var challenge, publicKey, clientDataHash: String?
  }

  /// What it objects to, of each; nil where it accepts.
  static func answers(
    to questions: [Question], root: [UInt8], appID: String, _ environment: AppEnvironment = .production
  ) throws -> [String?] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "attest-peer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "questions"), folder.appending(path: "answers"))
    let encoder = JSONEncoder()
    let lines = try questions.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    try Data(lines.joined(separator: "\n").utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [script, Data(root).base64EncodedString(), appID, environment.rawValue]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let decoder = JSONDecoder()
    return try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(String?.self, from: Data($0))
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
