// SPDX-License-Identifier: Apache-2.0
import Foundation
import TemporaryFolder
import TestCertificates
import Testing
import ToolHarness

/// Options of `security export` and `import` that protect do what they say, or nothing is written.
@Suite struct ProtectionTests {
  private static let kinds = ["certs", "allKeys", "pubKeys", "privKeys", "identities", "all"]
  private static let formats = [
    nil, "openssl", "openssh1", "openssh2", "bsafe", "raw", "pkcs7", "pkcs8", "pkcs12", "netscape", "x509", "pemseq",
  ]
  private static let protections = [["-w"], ["-P", "other"], ["-w", "-P", "other"], ["-w", "-p"], ["-P", "", "-p"]]

  private func withIdentity(_ body: (ToolHarness, _ folder: String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let tool = try ToolHarness(in: folder)
      let file = folder + "/in.p12"
      #expect(FileManager.default.createFile(atPath: file, contents: Data(TestCertificates.modernPKCS12)))
      #expect(tool.run("import", file, "-P", "secret").code == 0)
      try body(tool, folder)
    }
  }

  @Test(arguments: kinds) func `What was to be under a passphrase is, or nothing is written and a sentence says so`(
    kind: String
  ) throws {
    try withIdentity { tool, folder in
      for (index, format) in Self.formats.enumerated() {
        for (number, protection) in Self.protections.enumerated() {
          let file = "\(folder)/\(kind)-\(index)-\(number)"
          let words = ["export", "-t", kind, "-o", file] + (format.map { ["-f", $0] } ?? []) + protection
          let ended = tool.run(words, input: "other\n")
          let contents = FileManager.default.contents(atPath: file)
          guard ended.code == 0 else {
            #expect(contents == nil && ended.output.isEmpty && ended.errors.hasPrefix("security: "), "\(words)")
            continue
          }
          // What opens with the passphrase, and not with another one, is under it.
          #expect(format == "pkcs12" && tool.run("import", file, "-P", "wrong").code == 1, "\(words)")
        }
      }
    }
  }

  @Test func `Keys that are said to be wrapped and are not are not imported`() throws {
    try withIdentity { tool, folder in
      let file = folder + "/clear.pem"
      #expect(tool.run("export", "-t", "privKeys", "-o", file).code == 0)
      #expect(tool.run("create-keychain", "-p", "pw", "second").code == 0)
      let refused = tool.run("import", file, "-k", "second", "-w")
      #expect(refused.code == 1 && refused.errors.contains("not wrapped"))
      #expect(tool.run("import", file, "-k", "second") == Ended(0, "1 key imported.\n"))
      #expect(tool.run("import", file, "-a", "name", "value").code == 2)
    }
  }
}
