// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench signin`, and the targets that were missed.
package struct SignInOutcome: Sendable, Equatable {
  /// The target for files, as a part of nginx's rate.
  static let fileTarget = 0.6
  /// The target for codes, as a part of what the processor signs.
  static let codeTarget = 0.5
  /// The target for verification, as a part of what OpenSSL verifies, and as a multiple of PyJWT.
  static let verificationTarget = 0.5
  static let peerTarget = 3.0
  static let memoryTarget = 64.0 * 1024
  /// The target for the database, as a part of pgbench's rate for one such transaction.
  static let databaseTarget = 0.5

  /// The number of each in a second.
  let keys: Double
  let nginxKeys: Double
  let discovery: Double
  let nginxDiscovery: Double
  let codes: Double
  /// RSA-2048, on one core.
  let signatures: Double
  let openSSL: Double
  /// The rate of PyJWT; 0 where it is not installed.
  let pyJWT: Double
  /// Kibibytes, with 100,000 accounts.
  let memory: Double
  /// The codes a second with PostgreSQL; this and the next are 0 where it is not installed.
  let databaseCodes: Double
  let pgbench: Double
  let verifications: Double

  /// Reads values in the order above.
  package init?(_ values: [Double]) {
    guard values.count == 12, values.allSatisfy({ $0 >= 0 }), [1, 3, 5, 6].allSatisfy({ values[$0] > 0 }) else {
      return nil
    }
    (keys, nginxKeys, discovery, nginxDiscovery) = (values[0], values[1], values[2], values[3])
    (codes, signatures, openSSL, pyJWT) = (values[4], values[5], values[6], values[7])
    (memory, databaseCodes, pgbench, verifications) = (values[8], values[9], values[10], values[11])
  }

  /// The targets that were missed.
  package var missed: [String] {
    [
      keys / nginxKeys >= Self.fileTarget ? nil : "keys are served at less than 60 % of nginx's rate",
      discovery / nginxDiscovery >= Self.fileTarget ? nil : "discovery is served at less than 60 % of nginx's rate",
      codes / signatures >= Self.codeTarget ? nil : "codes are redeemed at less than half of the rate of signatures",
      verifications / openSSL >= Self.verificationTarget
        ? nil : "tokens are verified at less than half of OpenSSL's rate",
      pyJWT == 0 || verifications / pyJWT >= Self.peerTarget
        ? nil : "tokens are verified at less than three times PyJWT's rate",
      memory < Self.memoryTarget ? nil : "100,000 accounts take 64 MiB or more",
      pgbench == 0 || databaseCodes / pgbench >= Self.databaseTarget
        ? nil : "codes are redeemed on PostgreSQL at less than half of pgbench's rate",
    ].compactMap { $0 }
  }

  private static func part(_ one: Double, _ name: String, _ other: Double, _ target: Double) -> String {
    "\(BenchmarkTable.short(one)), \(name) \(BenchmarkTable.short(other)): \(Int((one / other * 100).rounded())) % "
      + "(target \(Int(target * 100)) %)"
  }

  package var text: String {
    var rows = [
      ("keys a second", Self.part(keys, "nginx", nginxKeys, Self.fileTarget)),
      ("discovery a second", Self.part(discovery, "nginx", nginxDiscovery, Self.fileTarget)),
      ("codes a second", Self.part(codes, "signatures", signatures, Self.codeTarget)),
      ("tokens verified", Self.part(verifications, "OpenSSL", openSSL, Self.verificationTarget)),
    ]
    if pyJWT > 0 { rows.append(("", Self.part(verifications, "PyJWT", pyJWT, Self.peerTarget))) }
    rows.append(("memory", "\(BenchmarkTable.short(memory / 1024)) MiB with 100,000 accounts (target 64 MiB)"))
    if pgbench > 0 {
      rows.append(("codes on PostgreSQL", Self.part(databaseCodes, "pgbench", pgbench, Self.databaseTarget)))
    }
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return rows.map { $0.0 + String(repeating: " ", count: 24 - $0.0.count) + $0.1 + "\n" }.joined() + verdict
  }

  package var json: JSONValue {
    .members([
      "keysPerSecond": .fraction(keys), "nginxKeysPerSecond": .fraction(nginxKeys),
      "discoveryPerSecond": .fraction(discovery), "nginxDiscoveryPerSecond": .fraction(nginxDiscovery),
      "codesPerSecond": .fraction(codes), "signaturesPerSecond": .fraction(signatures),
      "verificationsPerSecond": .fraction(verifications), "openSSLVerificationsPerSecond": .fraction(openSSL),
      "pyJWTVerificationsPerSecond": .fraction(pyJWT), "memoryKibibytes": .fraction(memory),
      "databaseCodesPerSecond": .fraction(databaseCodes), "pgbenchPerSecond": .fraction(pgbench),
      "missed": .strings(missed),
    ])
  }
}
