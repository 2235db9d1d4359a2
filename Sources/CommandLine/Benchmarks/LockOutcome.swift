// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench lock`, and the targets that were missed.
package struct LockOutcome: Sendable {
  static let lockTarget = 250.0
  /// The least share of Argon2id in an unlock: it is what makes guessing a passcode slow.
  static let shareTarget = 0.5

  // In milliseconds, one of each round.
  var lock: [Double] = []
  var unlock: [Double] = []
  /// A command that only asks the enclave, to show how much of the figures above is starting a program.
  var command: [Double] = []
  /// Argon2id alone, with the parameters of the same instance.
  var stretching: [Double] = []
  var cachedBytes: [Double] = []
  // Summed over all rounds.
  private(set) var remains = CachedFiles.Remains()
  var lostChanges = 0

  mutating func add(_ found: CachedFiles.Remains) {
    remains.readableFiles += found.readableFiles
    remains.readableMappings += found.readableMappings
    remains.residentPages += found.residentPages
  }

  private var lockTime: Double { median(of: lock) ?? 0 }
  private var unlockTime: Double { median(of: unlock) ?? 0 }
  private var share: Double { unlockTime > 0 ? (median(of: stretching) ?? 0) / unlockTime : 0 }
  private var cachedMebibytes: Double { (median(of: cachedBytes) ?? 0) / Double(1 << 20) }

  /// The targets that were missed.
  package var missed: [String] {
    [
      lockTime <= Self.lockTarget ? nil : "locking takes more than \(Int(Self.lockTarget)) ms",
      share >= Self.shareTarget ? nil : "less than \(Int(Self.shareTarget * 100)) % of an unlock is Argon2id",
      remains.readableFiles == 0 ? nil : "files can be read after the lock",
      remains.readableMappings == 0 ? nil : "mappings can be read after the lock",
      remains.residentPages == 0 ? nil : "the kernel keeps pages after the lock",
      lostChanges == 0 ? nil : "changes are lost",
    ].compactMap { $0 }
  }

  package var text: String {
    let head =
      "\(CachedFiles.count) open class A files, \(BenchmarkTable.short(cachedMebibytes)) MiB cached; "
      + "\(CachedFiles.mappedCount) mapped, \(CachedFiles.changedCount) of them changed and not synced\n"
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return head + rows.map { $0.0 + String(repeating: " ", count: 24 - $0.0.count) + $0.1 + "\n" }.joined() + verdict
  }

  private var rows: [(String, String)] {
    func time(_ values: [Double]) -> String { "\(BenchmarkTable.short(median(of: values) ?? 0)) ms" }
    return [
      ("locked within", "\(time(lock)) (target \(Int(Self.lockTarget)) ms)"),
      ("readable after lock", "\(remains.readableFiles) files, \(remains.readableMappings) mappings"),
      ("resident after lock", "\(remains.residentPages) pages"),
      ("unlocked within", time(unlock)),
      ("Argon2id by itself", "\(time(stretching)): \(Int((share * 100).rounded())) % of the unlock"),
      ("lost by the lock", "\(lostChanges) changes"),
      ("a command by itself", time(command)),
    ]
  }

  package var json: JSONValue {
    func number(_ values: [Double]) -> JSONValue { .fraction(median(of: values) ?? 0) }
    return .members([
      "files": .number(CachedFiles.count), "cachedMebibytes": .fraction(cachedMebibytes),
      "lockMilliseconds": .fraction(lockTime), "unlockMilliseconds": .fraction(unlockTime),
      "argon2idMilliseconds": number(stretching), "argon2idShare": .fraction(share),
      "commandMilliseconds": number(command), "readableFiles": .number(remains.readableFiles),
      "readableMappings": .number(remains.readableMappings), "residentPages": .number(remains.residentPages),
      "lostChanges": .number(lostChanges), "missed": .strings(missed),
    ])
  }
}
