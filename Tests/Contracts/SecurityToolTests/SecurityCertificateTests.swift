// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import TemporaryFolder
import TestCertificates
import Testing
import ToolHarness

/// Certificates, keys and identities, as scripts written for macOS store, find and verify them.
@Suite struct SecurityCertificateTests {
  private struct Bench {
    let tool: ToolHarness
    let folder: String

    func file(_ name: String, _ bytes: [UInt8]) -> String {
      #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes)))
      return "\(folder)/\(name)"
    }

    func text(_ name: String, _ certificates: [UInt8]...) -> String {
      file(name, Array(certificates.map(Self.text).joined().utf8))
    }

    static func text(_ certificate: [UInt8]) -> String {
      let digits = Data(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      return "-----BEGIN CERTIFICATE-----\n\(digits)\n-----END CERTIFICATE-----\n"
    }

    func add(_ certificates: [UInt8]...) {
      for certificate in certificates {
        #expect(tool.run("add-certificates", file("added.cer", certificate)) == Ended(0))
      }
    }
  }

  private func withBench(_ body: (Bench) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try body(Bench(tool: try ToolHarness(in: folder), folder: folder))
    }
  }

  private func hash(_ certificate: [UInt8]) -> String {
    DigestAlgorithm.sha1.hash(certificate.span).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      .uppercased()
  }

  private static let notFound =
    "security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n"
  private static let duplicate = "The specified item already exists in the keychain.\n"

  // MARK: - Finding

  @Test func `A certificate is found by its name and its addresses`() throws {
    try withBench { bench in
      bench.add(TestCertificates.root, TestCertificates.leaf)
      let leaf = Bench.text(TestCertificates.leaf)
      #expect(bench.tool.run("find-certificate", "-c", "EXAMPLE.c", "-p") == Ended(0, leaf))
      for address in ["alt@example.com", "subject@example.com"] {
        #expect(bench.tool.run("find-certificate", "-e", address, "-p") == Ended(0, leaf), "\(address)")
      }
      #expect(
        bench.tool.run("find-certificate", "-a", "-p") == Ended(0, Bench.text(TestCertificates.root) + leaf))
      #expect(bench.tool.run("find-certificate", "-e", "nobody@example.com") == Ended(44, "", Self.notFound))
      #expect(bench.tool.run("find-certificate", "-a", "-c", "nobody") == Ended(0))
    }
  }

  @Test func `Hashes and addresses come before the certificate`() throws {
    try withBench { bench in
      bench.add(TestCertificates.mouse, TestCertificates.leaf)
      let shown = bench.tool.run("find-certificate", "-c", "example", "-Z", "-m", "-p").output
      let lines = shown.split(separator: "\n").map(String.init)
      #expect(lines[0].wholeMatch(of: /SHA-256 hash: [0-9A-F]{64}/) != nil)
      #expect(lines[1].wholeMatch(of: /SHA-1 hash: [0-9A-F]{40}/) != nil)
      #expect(lines[2] == "email addresses: alt@example.com, subject@example.com")
      #expect(lines[3] == "-----BEGIN CERTIFICATE-----")
      #expect(bench.tool.run("find-certificate", "-c", "Mouse", "-m").output.hasPrefix("email addresses: \nkeychain: "))
    }
  }

  @Test func `One file that cannot be read keeps no other from being added`() throws {
    try withBench { bench in
      let good = bench.text("good.pem", TestCertificates.leaf, TestCertificates.root)
      let bad = bench.file("bad.pem", Array("nothing".utf8))
      #expect(
        bench.tool.run("add-certificates", bad, good)
          == Ended(1, "", "security: Error reading certificate file \(bad)\n"))
      #expect(bench.tool.run("find-certificate", "-a", "-p").output.split(separator: "BEGIN").count == 3)
      let again = "security: SecCertificateAddToKeychain: " + Self.duplicate
      #expect(bench.tool.run("add-certificates", good) == Ended(45, "", again + again))
    }
  }

  // MARK: - Identities

  @Test func `A key and its certificate are an identity`() throws {
    try withBench { bench in
      bench.add(TestCertificates.leaf, TestCertificates.intermediate)
      #expect(bench.tool.run("find-identity", "-v") == Ended(0, "     0 valid identities found\n"))
      let key = bench.file("leaf.key", TestCertificates.leafKey)
      #expect(bench.tool.run("import", key) == Ended(0, "1 key imported.\n"))
      let listing = """

        Policy: SSL (server)
          Matching identities
          1) \(hash(TestCertificates.leaf)) "example.com" (CSSMERR_TP_NOT_TRUSTED)
             1 identities found

          Valid identities only
             0 valid identities found

        """
      #expect(bench.tool.run("find-identity", "-p", "ssl-server") == Ended(0, listing))
      let named = bench.tool.run("find-identity", "-v", "-s", "example.com")
      #expect(
        named
          == Ended(0, "Looking for identities matching \"example.com\"\n     0 valid identities found\n"))
      for policy in ["ichat", "macappstore", "codeSign", ""] {
        #expect(bench.tool.run("find-identity", "-p", policy).code == 2, "\(policy)")
      }
    }
  }

  @Test func `A name that several have deletes none`() throws {
    try withBench { bench in
      bench.add(TestCertificates.leaf, TestCertificates.expired, TestCertificates.mouse)
      #expect(
        bench.tool.run("delete-certificate", "-c", "example")
          == Ended(
            1, "",
            "security: \"example\" is ambiguous, matches more than one certificate\n"
              + "Unable to delete certificate matching \"example\"\n"))
      // One of the two is called that and nothing else.
      #expect(bench.tool.run("delete-certificate", "-c", "example.com") == Ended(0))
      #expect(bench.tool.run("delete-certificate", "-Z", hash(TestCertificates.expired).lowercased()) == Ended(0))
      #expect(bench.tool.run("find-certificate", "-a", "-p") == Ended(0, Bench.text(TestCertificates.mouse)))
    }
  }

  // MARK: - Files

  @Test(arguments: [
    (TestCertificates.modernPKCS12, "secret", "1 identity imported.\n2 certificates imported.\n"),
    (TestCertificates.legacyPKCS12, "secret", "1 identity imported.\n1 certificate imported.\n"),
    (TestCertificates.emptyPKCS12, "", "1 identity imported.\n"),
    (TestCertificates.sha384PKCS12, "secret", "1 identity imported.\n"),
    (TestCertificates.certificatePKCS12, "secret", "1 certificate imported.\n"),
  ])
  func `A PKCS12 file is imported with its passphrase`(file: [UInt8], passphrase: String, outcome: String) throws {
    try withBench { bench in
      let path = bench.file("id.p12", file)
      #expect(
        bench.tool.run("import", path, "-P", passphrase + "x")
          == Ended(
            1, "",
            "security: SecKeychainItemImport: MAC verification failed during PKCS12 import (wrong password?)\n"))
      #expect(bench.tool.run("import", path, "-P", passphrase) == Ended(0, outcome))
      #expect(
        bench.tool.run("import", path, "-P", passphrase)
          == Ended(1, "", "security: SecKeychainItemImport: " + Self.duplicate))
    }
  }

  @Test func `What is exported is imported elsewhere`() throws {
    try withBench { bench in
      let tool = bench.tool
      #expect(tool.run("import", bench.file("in.p12", TestCertificates.modernPKCS12), "-P", "secret").code == 0)
      let out = "\(bench.folder)/out.p12"
      let exported = tool.run("export", "-t", "identities", "-f", "pkcs12", "-P", "other", "-o", out)
      #expect(exported.code == 0 && exported.errors.hasSuffix(" bytes written to \(out)\n"))
      #expect(tool.run("create-keychain", "-p", "pw", "second").code == 0)
      #expect(tool.run("import", out, "-k", "second", "-P", "secret").code == 1)
      #expect(tool.run("import", out, "-k", "second", "-P", "other") == Ended(0, "1 identity imported.\n"))
      #expect(tool.run("find-identity", "second").output.contains("1) \(hash(TestCertificates.leaf)) \"example.com\""))
      let certificates = tool.run("export", "-k", "second", "-t", "certs", "-p")
      #expect(certificates == Ended(0, Bench.text(TestCertificates.leaf)))
      let keys = tool.run("export", "-k", "second", "-t", "privKeys", "-f", "pemseq")
      #expect(keys.output.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && keys == tool.run("export", "-t", "privKeys"))
    }
  }

  @Test func `an export follows no link, takes the place of no file and is for its owner only`() throws {
    try withBench { bench in
      let path = bench.file("id.p12", TestCertificates.modernPKCS12)
      #expect(bench.tool.run("import", path, "-P", "secret").code == 0)
      let export = { (name: String) in bench.tool.run("export", "-t", "privKeys", "-o", "\(bench.folder)/\(name)") }
      let loose = bench.file("loose", Array("before".utf8))
      let files = FileManager.default
      try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: loose)
      try files.createSymbolicLink(atPath: bench.folder + "/link", withDestinationPath: loose)
      try files.createSymbolicLink(atPath: bench.folder + "/dangling", withDestinationPath: "nowhere")
      for name in ["loose", "link", "dangling"] {
        let outcome = export(name)
        #expect(outcome.code == 1 && outcome.errors.hasPrefix("security: Error writing to "), "\(name)")
      }
      #expect(try String(contentsOfFile: loose, encoding: .utf8) == "before")
      #expect(!files.fileExists(atPath: bench.folder + "/nowhere"))
      #expect(export("new").code == 0)
      let attributes = try files.attributesOfItem(atPath: bench.folder + "/new")
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func `A key that may not be extracted stays`() throws {
    try withBench { bench in
      let path = bench.file("id.p12", TestCertificates.emptyPKCS12)
      #expect(bench.tool.run("import", path, "-P", "", "-x").code == 0)
      #expect(bench.tool.run("export", "-t", "privKeys").code == 1)
      #expect(bench.tool.run("export", "-t", "certs", "-p") == Ended(0, Bench.text(TestCertificates.client)))
    }
  }

  // MARK: - Verifying

  private func verify(
    _ bench: Bench, _ certificate: [UInt8], _ root: [UInt8], _ words: String...
  ) -> String { verify(bench, certificate, root, words) }

  /// What is wrong; empty for nothing.
  private func verify(
    _ bench: Bench, _ certificate: [UInt8], _ root: [UInt8], _ words: [String]
  ) -> String {
    let leaf = bench.file("leaf.cer", certificate), root = bench.file("root.cer", root)
    let ended = bench.tool.run(["verify-cert", "-c", leaf, "-r", root] + words)
    if ended == Ended(0, "...certificate verification successful.\n") { return "" }
    #expect(ended.code == 1 && ended.output.isEmpty)
    return ended.errors
  }

  private static func result(_ name: String) -> String { "Cert Verify Result: CSSMERR_\(name)\n" }

  @Test func `A file that cannot be read is none that was not given`() throws {
    try withBench { bench in
      let good = bench.text("good.pem", TestCertificates.useRoot)
      let bad = bench.file("bad.pem", Array("nothing".utf8))
      let half = bench.file(
        "half.pem",
        Array(
          (Bench.text(TestCertificates.root) + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").utf8))
      for broken in [bad, half] {
        #expect(
          bench.tool.run("verify-cert", "-c", good, "-r", broken)
            == Ended(1, "", "security: Error reading root certificate file \(broken)\n"))
        #expect(
          bench.tool.run("verify-cert", "-c", broken, "-c", good, "-r", good)
            == Ended(1, "", "security: Error reading certificate file \(broken)\n"))
      }
      #expect(bench.tool.run("verify-cert", "-c", good, "-r", "\(bench.folder)/nowhere").code == 1)
      #expect(bench.tool.run("verify-cert", "-q", "-c", good, "-r", good) == Ended(0))
      // One authority alone is verified against itself.
      #expect(bench.tool.run("verify-cert", "-q", "-r", good) == Ended(0))
      #expect(bench.tool.run("verify-cert", "-q", "-r", good, "-r", good).code == 2)
    }
  }

  @Test func `A policy asks what the certificate is for`() throws {
    try withBench { bench in
      let root = TestCertificates.useRoot
      let wrongUse = Self.result("APPLETP_INVALID_EXTENDED_KEY_USAGE")
      let made: [(policy: String, certificate: [UInt8])] = [
        ("codeSign", TestCertificates.codeSigner), ("smime", TestCertificates.mail),
        ("IPSec", TestCertificates.tunnel),
      ]
      for (policy, _) in made + [("ssl", []), ("eap", [])] {
        for other in made {
          let expected = policy == other.policy ? "" : wrongUse
          #expect(verify(bench, other.certificate, root, "-p", policy) == expected, "\(policy) \(other.policy)")
        }
      }
      for (_, certificate) in made { #expect(verify(bench, certificate, root, "-p", "basic") == "") }
      // Code must say so; everything else may be what names no use.
      #expect(verify(bench, TestCertificates.plain, root, "-p", "codeSign") == wrongUse)
      for policy in ["smime", "IPSec", "eap", "ssl"] {
        #expect(verify(bench, TestCertificates.plain, root, "-p", policy) == "", "\(policy)")
      }
      for policy in ["swUpdate", "pkgSign", "codesign", ""] {
        #expect(bench.tool.run("verify-cert", "-c", "x", "-p", policy).code == 2, "\(policy)")
      }
    }
  }

  @Test func `A client is no server`() throws {
    try withBench { bench in
      bench.add(TestCertificates.intermediate)
      let root = TestCertificates.root
      let wrongUse = Self.result("APPLETP_INVALID_EXTENDED_KEY_USAGE")
      for policy in ["ssl", "eap"] {
        #expect(verify(bench, TestCertificates.client, root, "-p", policy) == wrongUse)
        #expect(verify(bench, TestCertificates.client, root, "-p", policy, "-C") == "")
        #expect(verify(bench, TestCertificates.leaf, root, "-p", policy) == "")
        #expect(verify(bench, TestCertificates.leaf, root, "-p", policy, "-C") == wrongUse)
      }
    }
  }

  @Test func `An intermediate for servers vouches for no code`() throws {
    try withBench { bench in
      bench.add(TestCertificates.serverIntermediate)
      let signer = TestCertificates.misissuedSigner
      #expect(verify(bench, signer, TestCertificates.useRoot, "-p", "basic") == "")
      #expect(
        verify(bench, signer, TestCertificates.useRoot, "-p", "codeSign")
          == Self.result("APPLETP_INVALID_EXTENDED_KEY_USAGE"))
    }
  }

  @Test func `A name that is given is looked for`() throws {
    try withBench { bench in
      bench.add(TestCertificates.intermediate)
      let leaf = TestCertificates.leaf, root = TestCertificates.root
      let host = Self.result("APPLETP_HOSTNAME_MISMATCH")
      for words in [["-s", "example.com"], ["-p", "ssl", "-n", "www.example.org"], ["-p", "ssl", "-s", "127.0.0.1"]] {
        #expect(verify(bench, leaf, root, words) == "", "\(words)")
      }
      for words in [["-s", "other.com"], ["-p", "ssl", "-n", "other.com"], ["-p", "eap", "-n", "other.com"]] {
        #expect(verify(bench, leaf, root, words) == host, "\(words)")
      }
      let address = Self.result("APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND")
      let mail = TestCertificates.mail, useRoot = TestCertificates.useRoot
      for words in [["-e", "mail@example.com"], ["-p", "smime", "-n", "mail@example.com"]] {
        #expect(verify(bench, mail, useRoot, words) == "", "\(words)")
      }
      for words in [["-e", "you@example.com"], ["-p", "smime", "-n", "mail@example.org"]] {
        #expect(verify(bench, mail, useRoot, words) == address, "\(words)")
      }
      // A name that nothing looks at would be none that was found.
      for words in [
        ["-n", "x"], ["-p", "basic", "-s", "x"], ["-p", "codeSign", "-n", "x"], ["-p", "ssl", "-e", "a@b"],
        ["-p", "ssl", "-C", "-n", "x"],
      ] {
        #expect(bench.tool.run(["verify-cert", "-c", "x"] + words).code == 2, "\(words)")
      }
    }
  }

  @Test func `The date counts`() throws {
    try withBench { bench in
      bench.add(TestCertificates.intermediate)
      let leaf = TestCertificates.leaf, root = TestCertificates.root
      let expired = TestCertificates.expired
      #expect(verify(bench, leaf, root, "-d", "2027-06-01") == "")
      #expect(verify(bench, leaf, root, "-d", "2020-06-01") == Self.result("TP_CERT_NOT_VALID_YET"))
      #expect(verify(bench, leaf, root, "-d", "2190-06-01-00:00:00") == Self.result("TP_CERT_EXPIRED"))
      #expect(verify(bench, expired, root, "-d", "2026-11-22-00:00:00") == "")
      #expect(verify(bench, expired, root, "-d", "2026-12-01") == Self.result("TP_CERT_EXPIRED"))
      for date in ["now", "2027-13-01", "2027-06-01-25:00:00", "2027-06", "2027--06-01"] {
        #expect(bench.tool.run("verify-cert", "-c", "x", "-d", date).code == 2, "\(date)")
      }
    }
  }

  @Test func `Nobody says that a certificate is not revoked`() throws {
    try withBench { bench in
      let signer = TestCertificates.codeSigner, root = TestCertificates.useRoot
      for check in ["none", "offline", "ocsp", "crl"] { #expect(verify(bench, signer, root, "-R", check) == "") }
      #expect(
        verify(bench, signer, root, "-R", "ocsp", "-R", "require")
          == Self.result("APPLETP_INCOMPLETE_REVOCATION_CHECK"))
      #expect(bench.tool.run("verify-cert", "-c", "x", "-R", "any").code == 2)
    }
  }

  @Test func `Intermediates come from files and keychains`() throws {
    try withBench { bench in
      let leaf = bench.file("leaf.cer", TestCertificates.leaf)
      let middle = bench.file("middle.cer", TestCertificates.intermediate)
      let root = bench.file("root.cer", TestCertificates.root)
      let words = ["verify-cert", "-q", "-c", leaf, "-r", root]
      #expect(bench.tool.run(words).code == 1)
      #expect(bench.tool.run(words + ["-c", middle]).code == 0)
      #expect(bench.tool.run("add-certificates", middle).code == 0)
      #expect(bench.tool.run(words).code == 0)
      #expect(bench.tool.run(words + ["-N"]).code == 1)
      #expect(bench.tool.run("create-keychain", "-p", "pw", "none").code == 0)
      #expect(bench.tool.run(words + ["-k", "none"]).code == 1)
      #expect(bench.tool.run(words + ["-k", "none", "-k", "/k"]).code == 0)
      // Words that are no options would not be looked at.
      #expect(bench.tool.run(words + [middle]).code == 2)
    }
  }
}
