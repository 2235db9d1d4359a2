// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
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
          let passphrase = protection.contains("") ? "" : "other"
          #expect(format == "pkcs12" || format == "pkcs8", "\(words)")
          #expect(tool.run("import", file, "-P", "wrong").code == (format == "pkcs12" ? 1 : 51), "\(words)")
          // What is in it is there already; -w is content with it.
          let again = tool.run("import", file, "-w", "-P", passphrase)
          #expect(again.errors.contains("already exists"), "\(words): \(again)")
          let isText = contents?.starts(with: Data("-----BEGIN ".utf8)) == true
          #expect(isText == protection.contains("-p"), "\(words)")
          #expect(contents?.range(of: Data("BEGIN PRIVATE KEY".utf8)) == nil)
        }
      }
    }
  }

  @Test func `A key under a passphrase, in text and not, goes to OpenSSL and comes from it`() throws {
    try withIdentity { tool, folder in
      let clear = folder + "/clear.pem"
      #expect(tool.run("export", "-t", "privKeys", "-o", clear).code == 0)
      for (name, words) in [("key.pem", ["-p"]), ("key.der", [])] {
        let (file, back) = ("\(folder)/\(name)", "\(folder)/back-\(name)")
        let export = ["export", "-t", "privKeys", "-f", "pkcs8", "-w", "-o", file]
        #expect(tool.run(export + words, input: "geheim\n").code == 0)
        let read = try openssl(["pkcs8", "-topk8", "-nocrypt", "-in", file, "-passin", "pass:geheim", "-out", back])
        #expect(read == 0 && FileManager.default.contentsEqual(atPath: back, andPath: clear))
      }
      for words in [["-v2", "aes-128-cbc"], ["-scrypt"], ["-v1", "PBE-SHA1-3DES"]] {
        let file = folder + "/theirs-" + words.joined()
        #expect(try openssl(["pkcs8", "-topk8", "-in", clear, "-passout", "pass:geheim", "-out", file] + words) == 0)
        #expect(tool.run("create-keychain", "-p", "pw", "k" + words[0]).code == 0)
        #expect(tool.run("import", file, "-k", "k" + words[0], "-P", "falsch").code == 51)
        #expect(
          tool.run(["import", file, "-k", "k" + words[0], "-w"], input: "geheim\n") == Ended(0, "1 key imported.\n"))
      }
    }
  }

  @Test func `A certificate and its key under a passphrase in one text are an identity`() throws {
    try withIdentity { tool, folder in
      let (file, key) = (folder + "/both.pem", folder + "/key.pem")
      #expect(tool.run("export", "-t", "certs", "-f", "pemseq", "-o", file).code == 0)
      #expect(tool.run("export", "-t", "privKeys", "-f", "pkcs8", "-p", "-P", "geheim", "-o", key).code == 0)
      let text = try [file, key].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(tool.run("create-keychain", "-p", "pw", "second").code == 0)
      let read = tool.run("import", file, "-k", "second", "-w", "-P", "geheim")
      #expect(read.code == 0 && read.output.hasPrefix("1 identity imported."), "\(read)")
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
      for words in [["-a", "name"], ["-a", "name", "value"]] { #expect(tool.run(["import", file] + words).code == 2) }
    }
  }

  @Test func `A key that may not be extracted is in no export`() throws {
    try withTemporaryFolder { folder in
      let tool = try ToolHarness(in: folder)
      let file = folder + "/in.p12"
      #expect(FileManager.default.createFile(atPath: file, contents: Data(TestCertificates.modernPKCS12)))
      // Who may use it is its access group's to say: -T and -A neither allow nor forbid anything.
      #expect(tool.run("import", file, "-P", "secret", "-x", "-A", "-T", "/bin/cat").code == 0)
      for format in Self.formats {
        for kind in ["privKeys", "allKeys", "identities", "all"] {
          let written = tool.run(["export", "-t", kind, "-P", "other"] + (format.map { ["-f", $0] } ?? []))
          let clear = tool.run(["export", "-t", kind] + (format.map { ["-f", $0] } ?? []))
          #expect(!(written.output + clear.output).contains("PRIVATE KEY"), "\(kind) \(format ?? "")")
        }
      }
      let archive = folder + "/out.p12"
      #expect(tool.run("export", "-t", "identities", "-f", "pkcs12", "-P", "other", "-o", archive).code == 0)
      #expect(tool.run("create-keychain", "-p", "pw", "second").code == 0)
      #expect(!tool.run("import", archive, "-k", "second", "-P", "other").output.contains("identity"))
    }
  }

  private func openssl(_ words: [String]) throws -> Int32 {
    try Program.run("openssl", words).exitCode
  }
}
