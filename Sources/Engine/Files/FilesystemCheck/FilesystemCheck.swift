// SPDX-License-Identifier: Apache-2.0
import Glibc
package import ProtectedFiles
package import ProtectionModel
import SystemCalls

/// A check of every file of a store that is not mounted.
///
/// Names, headers and records need the volume key only. Contents are authenticated where the lock state gives the
/// file's key. Nothing is changed without `repair`, and nothing that can be read is ever destroyed: what cannot stay
/// where it is moves to the folder `lost+found` or, if nothing of it can be read, to the store's own `lost`.
package struct FilesystemCheck: Sendable {
  package enum Mode: Sendable { case report, repair }

  let path: String
  let keys: VolumeKeys
  let classKeys: any ClassKeyService
  let mode: Mode
  let keysMayBeUsed: @Sendable () -> Bool

  /// Prepares a check. When `whileKeysMayBeUsed` returns false, the current file is reported as not checked, and its
  /// key is dropped.
  package init(
    of path: String, _ keys: VolumeKeys, _ classKeys: any ClassKeyService, _ mode: Mode = .report,
    whileKeysMayBeUsed keysMayBeUsed: @escaping @Sendable () -> Bool = { true }
  ) {
    self.keysMayBeUsed = keysMayBeUsed
    self.path = path
    self.keys = keys
    self.classKeys = classKeys
    self.mode = mode
  }

  package func run(_ report: (CheckEvent) -> Void) throws(CheckError) -> CheckSummary {
    var findings: [[Finding]] = []
    var examination = try Examination(self)
    try examination.run({ report(.progress(done: $0, total: $1)) }) { found in
      if mode == .repair { return findings.append(found) }
      for finding in found { report(.damage(finding.report(.found))) }
    }
    guard mode == .repair else { return examination.summary }
    var repair = Repair(examination)
    for found in findings {
      let outcomes = repair.mend(found)
      if !outcomes.contains(.found) { examination.summary.repaired += 1 }
      for (finding, outcome) in zip(found, outcomes) { report(.damage(finding.report(outcome))) }
    }
    try call { () throws(SystemError) in
      try examination.root.descriptor.syncFileSystem()
      try examination.context.epochs?.close()
    }
    return examination.summary
  }
}

/// An entry of a backing folder with something wrong.
struct Finding {
  let entry: Entry
  let damage: Damage
  /// The inspection of a regular file.
  var file: FileInspection?

  func report(_ outcome: DamageOutcome) -> DamageReport {
    DamageReport(damage: damage, outcome: outcome, path: entry.path)
  }
}

/// Makes calls to the kernel where errors of a check are thrown.
func call<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(CheckError) -> Result {
  do { return try body() } catch { throw .system(error) }
}
