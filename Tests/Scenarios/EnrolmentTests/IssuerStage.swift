// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RunningInstance
import SoftwareTPM
import Testing

/// An instance whose root key a TPM has, `Examples/guarded-notes` on it, and an organisation's issuer that knows neither yet.
struct IssuerStage {
  static let identifier = "org.example.GuardedNotes"

  let instance: RunningInstance
  /// The issuer's.
  let home: String
  let port: Int
  /// Where machines reach the issuer.
  let address: String
  /// The file of the certificate under which the TPM's key of RSA is certified.
  let authority: String

  /// Gives the address at which machines reach the issuer that listens at a port: something may stand between them.
  typealias Front = (_ port: Int) throws -> String

  static func with(
    _ making: SoftwareTPM.Making = .certified, behind front: Front = { "http://127.0.0.1:\($0)" },
    _ body: (IssuerStage) throws -> Void
  ) throws {
    try SoftwareTPM.run(making) { tpm in
      let instance = try RunningInstance(passcode: .absent)
      defer { instance.stop() }
      try instance.succeed(["erase", "--yes"])
      try instance.succeed(["up", "--mount", instance.mount.path, "--tpm", tpm.connection])
      try instance.succeed(["passcode", "set"], input: RunningInstance.passcode + "\n")
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          "guarded-notes", named: "GuardedNotes", identifier: identifier,
          info: "<key>CFBundleVersion</key><string>1</string>", of: instance))
      let home = instance.home.deletingLastPathComponent().appending(path: "provider").path
      let script = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
      let port = try #require(Int(Program.run("/usr/bin/python3", ["-c", script]).output.dropLast()))
      let stage = IssuerStage(
        instance: instance, home: home, port: port, address: try front(port), authority: tpm.authority)
      let made = try stage.identity("init", "--issuer", stage.address, "--name", "Example ID", "--port", "\(port)")
      try #require(made.exitCode == 0, "\(made)")
      try body(stage)
    }
  }

  func identity(_ words: String...) throws -> ProgramResult {
    try Program.run("bailey-identity", words + ["--home", home])
  }

  func serve() throws -> Background {
    let server = try Background(Program.locate("bailey-identity").path, ["serve", "--home", home])
    try eventually("it serves") { server.lines().contains { $0.hasPrefix("http://") } }
    return server
  }

  func enroll(passcode: String = "") throws -> ProgramResult {
    try instance.bailey(["attest", "enroll", "--server", address], input: passcode)
  }

  /// What the app says to its server.
  func register(_ challenge: String = "challenge") throws -> String {
    try instance.bailey(["run", "GuardedNotes", "register"], input: challenge + "\n").output
  }

  var issuers: [Int32] { instance.processes(named: "bailey-issuer") }

  /// The verdict of a server that knows the issuer's root, and takes keys of a TPM in production alone.
  func verdict(_ registration: String, _ appID: String) throws -> ProgramResult {
    let object = try? JSONSerialization.jsonObject(with: Data(registration.utf8))
    var file = try #require(object as? [String: Any], "\(registration)")
    let challenge = try #require(file["challenge"] as? String)
    let hash = try Program.run(
      "sh", ["-c", "printf %s \"$1\" | openssl dgst -sha256 -binary | base64", "sh", challenge]
    ).output.trimmingCharacters(in: .newlines)
    let root = try identity("machine", "root").output
    file["clientDataHash"] = hash
    (file["appId"], file["environment"], file["anchors"]) = (appID, "production", [root])
    file["policy"] = ["bases": ["tpm"], "categories": [6], "receiptAnchors": [root]]
    let data = try JSONSerialization.data(withJSONObject: file)
    return try Program.run("bailey", ["attest", "verify", "-"], input: String(decoding: data, as: UTF8.self))
  }

  func appID() throws -> String {
    let lines = try instance.bailey(["attest", "doctor", Self.identifier]).output.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("Application identifier: ") })
    return String(line.dropFirst("Application identifier: ".count))
  }
}
