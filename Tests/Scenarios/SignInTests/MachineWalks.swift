// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import SoftwareTPM
import TemporaryFolder
import Testing

/// A machine with a TPM, and a provider that vouches for its apps: with the programs that people run.
@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) struct MachineWalks {
  private static let hash = Data(repeating: 8, count: 32).base64EncodedString()
  private static let appID = "TEAM000001.com.example.app"

  private struct Machine {
    let software: SoftwareTPM
    let provider: ProviderHome
    let port: Int

    var folder: String { provider.folder.path + "/machine" }

    func bailey(_ words: String..., input: String = "") throws -> ProgramResult {
      try Program.run("bailey", ["attest"] + words, input: input)
    }

    func enroll() throws -> ProgramResult {
      try bailey("machine", "enroll", folder, "--server", "http://127.0.0.1:\(port)", "--tpm", software.connection)
    }

    func attest() throws -> ProgramResult {
      try bailey("machine", "attest", folder, "--app", appID, "--client-data-hash", hash)
    }

    func list() throws -> String { try provider.identity(["machine", "list"]).output }
  }

  private func withMachine(_ body: (Machine) throws -> Void) throws {
    try SoftwareTPM.run { software in
      let (provider, port) = (try ProviderHome(), try ProviderHome.freePort())
      try provider.make(port: port)
      try body(Machine(software: software, provider: provider, port: port))
    }
  }

  /// The attestation as a server with this root judges it.
  private func verdict(_ attestation: String, _ machine: Machine, bases: [String]) throws -> ProgramResult {
    var file = try #require(try JSONSerialization.jsonObject(with: Data(attestation.utf8)) as? [String: Any])
    file["anchors"] = [try machine.provider.identity(["machine", "root"]).output]
    file["policy"] = ["bases": bases, "receiptAnchors": file["anchors"] ?? []]
    let data = try JSONSerialization.data(withJSONObject: file)
    return try machine.bailey("verify", "-", input: String(decoding: data, as: UTF8.self))
  }

  @Test func `A machine enrols by its TPM, attests under the organisation's root, and is revoked`() throws {
    try withMachine { machine in
      let first = try machine.provider.serve(port: machine.port)
      let key = try machine.bailey("machine", "key", "--tpm", machine.software.connection).output.dropLast()
      #expect(key.count == 64)
      let unknown = try machine.enroll()
      #expect(unknown.exitCode == 1 && unknown.errors.contains("endorsementKeyUnknown"), "\(unknown)")
      #expect(try machine.list() == "No machine was added.\nTry: bailey-identity help machine add\n")
      let wrong = try machine.provider.identity(["machine", "add", "Desk", "--endorsement-key", "abc"])
      #expect(wrong.exitCode == 1 && wrong.errors.contains("64 hexadecimal digits"), "\(wrong)")
      let added = try machine.provider.identity(["machine", "add", "Desk", "--endorsement-key", String(key)])
      #expect(added.exitCode == 0 && added.output.contains("name=Desk  state=added"), "\(added)")
      let enrolled = try machine.enroll()
      try #require(enrolled.exitCode == 0, "\(enrolled)")
      #expect(try machine.list().contains("state=enrolled"))
      // What it was told is on its disk, and what the provider said on the provider's.
      first.kill()
      let second = try machine.provider.serve(port: machine.port)
      defer { second.kill() }
      let attested = try machine.attest()
      try #require(attested.exitCode == 0, "\(attested)")
      let accepted = try verdict(attested.output, machine, bases: ["software"])
      #expect(accepted.exitCode == 0, "\(accepted)")
      let strict = try verdict(attested.output, machine, bases: ["tpm"])
      #expect(strict.exitCode == 1 && strict.output.contains("basis"), "\(strict)")

      // Another TPM has no use for the folder.
      try SoftwareTPM.run { software in
        let record = URL(fileURLWithPath: machine.folder + "/machine.json")
        let text = try String(contentsOf: record, encoding: .utf8)
        let other = text.replacingOccurrences(of: machine.software.connection, with: software.connection)
        try other.write(to: record, atomically: true, encoding: .utf8)
        let stolen = try machine.attest()
        #expect(stolen.exitCode == 1 && stolen.errors.contains("another TPM"), "\(stolen)")
        try text.write(to: record, atomically: true, encoding: .utf8)
      }
      let id = try machine.list().prefix(10)
      #expect(try machine.provider.identity(["machine", "revoke", String(id)]).output.contains("state=revoked"))
      let revoked = try machine.attest()
      #expect(revoked.exitCode == 1 && revoked.errors.contains("machineRevoked"), "\(revoked)")
      #expect(try machine.enroll().errors.contains("machineRevoked"))
    }
  }

  @Test func `A provider for tests vouches for a machine, too`() throws {
    try SoftwareTPM.run { software in
      let (server, folder) = (try DevelopmentServer(), try TemporaryFolder())
      let home = ["--home", server["home"]]
      let key = try Program.run("bailey", ["attest", "machine", "key", "--tpm", software.connection]).output.dropLast()
      let enroll = [
        "attest", "machine", "enroll", folder.path + "/machine", "--server", server["address"], "--tpm",
        software.connection,
      ]
      let unknown = try Program.run("bailey", enroll)
      #expect(unknown.exitCode == 1 && unknown.errors.contains("--endorsement-key \(key)"), "\(unknown)")
      let early = try Program.run(
        "bailey",
        [
          "attest", "machine", "attest", folder.path + "/machine", "--app", "TEAM000001.com.example.notes",
          "--client-data-hash", "AAAAAAAAAAAAAAAAAAAAAA==",
        ])
      #expect(early.exitCode == 1 && early.errors.contains("bailey attest machine enroll"), "\(early)")
      let words = ["machine", "add", "Desk", "--endorsement-key", String(key)]
      let added = try Program.run("bailey-identity", words + home)
      #expect(added.exitCode == 0, "\(added)")
      let enrolled = try Program.run("bailey", enroll)
      #expect(enrolled.exitCode == 0, "\(enrolled)")
      #expect(try Program.run("bailey-identity", ["machine", "list"] + home).output.contains("state=enrolled"))
      try server.stop()
    }
  }
}
