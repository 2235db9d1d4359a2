// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import FilesystemCheck
import ProtectedFiles
import ProtectionModel
import ProtectionModelTesting
import SampleStore
import Testing

extension SampleStore {
  struct Result {
    var reports: [DamageReport] = []
    var progress: [Int] = []
    var summary = CheckSummary()

    /// What was found, by the paths of it.
    var damage: [String: [Damage]] {
      Dictionary(grouping: reports) { String(decoding: $0.path, as: UTF8.self) }.mapValues { $0.map(\.damage) }
    }
  }

  func check(_ mode: FilesystemCheck.Mode = .report, _ state: LockState = .unlocked, seed: UInt8 = 1) throws -> Result {
    let keys = FakeClassKeys(state, seed: seed)
    let check = FilesystemCheck(of: folder.path, VolumeKeys(volumeKey: keys.volumeKey()), keys, mode)
    var result = Result()
    result.summary = try check.run { event in
      switch event {
      case .progress(let done, let total):
        #expect(done <= total)
        result.progress.append(done)
      case .damage(let report): result.reports.append(report)
      }
    }
    return result
  }

  func checkWithoutEnclave() throws {
    let keys = FakeClassKeys()
    let volume = VolumeKeys(volumeKey: keys.volumeKey())
    keys.disconnect()
    _ = try FilesystemCheck(of: folder.path, volume, keys).run { _ in }
  }
}
