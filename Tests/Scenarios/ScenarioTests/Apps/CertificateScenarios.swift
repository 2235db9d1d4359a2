// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Certificates that do not count, or not for everything: with the real daemons, and an authority of OpenSSL's.
@Suite(
  .serialized,
  .enabled(if: Program.canConfine && Program.isInstalled("openssl"), "needs bwrap, FUSE and openssl"))
struct CertificateScenarios {
  private static let script = "#!/bin/sh\necho runs\n"

  private func bundle(_ instance: RunningInstance, entitlements: String = "") throws -> TestBundle {
    try TestBundle(
      script: Self.script, named: "Tool", identifier: "org.example.Tool", entitlements: entitlements, of: instance)
  }

  @Test func `What a revoked developer signed is neither installed nor started`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      try instance.installSigned(bundle(instance))
      let typed = "\(RunningInstance.passcode)\n"
      #expect(try instance.bailey(["app", "revoke", "Ada"], input: "wrong\n").exitCode != 0)
      #expect(try instance.succeed(["run", "Tool"]).output == "runs\n")
      #expect(try instance.succeed(["app", "revoke", "Ada"], input: typed).output.hasPrefix("Revoked: "))
      for _ in 0..<2 {
        let started = try instance.bailey(["run", "Tool"])
        #expect(started.exitCode == 1 && started.errors.contains("has been revoked here"), "\(started)")
        let next = try bundle(instance)
        try next.sign()
        #expect(try next.install().errors.contains("has been revoked here"))
        // Nor after a restart.
        try instance.restart()
        try instance.unlock()
      }
      // Another developer's go on.
      try instance.succeed(["app", "certificate", "Eve"])
      let other = try TestBundle(script: Self.script, named: "Other", identifier: "org.example.Other", of: instance)
      try other.sign("--as", "Eve")
      #expect(try other.install().exitCode == 0)
      #expect(try instance.succeed(["run", "Other"]).output == "runs\n")
      #expect(try instance.bailey(["app", "revoke", "Nobody"], input: typed).exitCode == 1)
    }
  }

  @Test func `A certificate that names entitlements allows no others`() throws {
    try withInstance { instance in
      // Without the passcode nothing is left behind.
      #expect(try instance.bailey(["app", "ca"]).exitCode == 1)
      #expect(try instance.bailey(["app", "certificate", "Ada"]).errors.contains("There is no authority yet."))
      try instance.succeed(["app", "ca"], input: "\(RunningInstance.passcode)\n")
      try instance.succeed(
        ["app", "certificate", "--allow", "com.apple.security.network.client", "Ada"])
      let groups = "<key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)shared</string></array>"
      let network = "<key>com.apple.security.network.client</key><true/>"
      let server = "<key>com.apple.security.network.server</key>"
      let claims = try bundle(instance, entitlements: groups + network + server + "<true/>")
      try claims.sign()
      let refused = try claims.install()
      #expect(
        refused.exitCode == 1
          && refused.errors.contains("does not allow 'com.apple.security.network.server'"), "\(refused)")
      try instance.installSigned(bundle(instance, entitlements: groups + network + server + "<false/>"))
      #expect(try instance.succeed(["run", "Tool"]).output == "runs\n")
    }
  }

  // MARK: - Certificates of another authority

  private static let configuration = """
    [ca]
    default_ca=d
    [d]
    database=index
    serial=serial
    new_certs_dir=.
    certificate=ca.pem
    private_key=ca.key
    default_md=sha256
    policy=p
    x509_extensions=x
    [p]
    commonName=supplied
    [x]
    basicConstraints=critical,CA:FALSE
    keyUsage=critical,digitalSignature
    extendedKeyUsage=critical,codeSigning
    """

  /// Signs what `bailey app sign --adhoc` sealed.
  private static let sign = """
    set -e
    cd "$1"
    key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    if [ ! -e ca.pem ]; then
      openssl req -x509 $key -keyout ca.key -out ca.pem -subj /CN=Outside -days 3650 \\
        -addext keyUsage=critical,keyCertSign
      : > index
      echo 1000 > serial
    fi
    openssl req $key -keyout dev.key -out dev.csr -subj "/CN=Developer $3 $4"
    openssl ca -batch -notext -config ca.cnf -in dev.csr -out dev.pem -startdate $3 -enddate $4
    openssl cms -sign -binary -md $5 -outform DER -signer dev.pem -inkey dev.key -certfile ca.pem \\
      -in "$2/_CodeSignature/SealedList" -out "$2/_CodeSignature/Signature"
    """

  @Test func `An expired certificate and a weaker digest are refused by name`() throws {
    try withInstance { instance in
      let folder = instance.home.deletingLastPathComponent().appending(path: "authority")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(Self.configuration.utf8).write(to: folder.appending(path: "ca.cnf"))
      func refusal(_ from: String, _ until: String, _ digest: String) throws -> String {
        let bundle = try bundle(instance)
        try bundle.sign("--adhoc")
        let signed = try Program.run("sh", ["-c", Self.sign, "sh", folder.path, bundle.path, from, until, digest])
        #expect(signed.exitCode == 0, "\(signed.errors)")
        let authority = folder.appending(path: "ca.pem").path
        try instance.succeed(["app", "trust", authority], input: "\(RunningInstance.passcode)\n")
        let result = try bundle.install()
        #expect(result.exitCode == 1)
        return result.errors
      }
      #expect(try refusal("20200101000000Z", "20210101000000Z", "sha256").contains("certificate has expired"))
      #expect(try refusal("20980101000000Z", "20990101000000Z", "sha256").contains("is not valid yet"))
      #expect(try refusal("20200101000000Z", "20990101000000Z", "sha1").contains("a digest that can be forged"))
      #expect(try instance.succeed(["app", "list"]).output == "")
    }
  }
}
