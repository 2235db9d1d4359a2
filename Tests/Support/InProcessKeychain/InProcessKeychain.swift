// SPDX-License-Identifier: Apache-2.0
import Foundation
package import KeychainModel
import KeychainStore
package import ProtectionModelTesting

/// The keychain's real store in the test's own process, under class keys that the test drives through the lock states.
package final class InProcessKeychain: Sendable {
  package let keys = FakeClassKeys()
  private let store: KeychainStore
  private let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bailey-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try KeychainStore(
      folder.appendingPathComponent("keychain.db").path, keys: keys, examiner: EveryCertificate(),
      clock: { Date().timeIntervalSinceReferenceDate })
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// As an app with these access groups sees it.
  package func session(groups: [String] = ["app"]) -> any KeychainService {
    store.session(for: KeychainCaller(groups: AccessGroupList(groups)))
  }
}

private struct EveryCertificate: CertificateExaminer {
  func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters) -> Bool { true }
}
