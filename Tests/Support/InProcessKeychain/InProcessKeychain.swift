// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import FileKeychain
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

  /// As a program with the rules of macOS reaches both keychains; the file-based one's password is "open sesame".
  package func bothKeychains(
    groups: [String] = ["app"], _ person: any KeychainPasswordSource = AnsweringPerson()
  ) throws -> BothKeychains {
    let files = try FileKeychains(
      in: folder.path, device: keys, cost: .smallest, examiner: EveryCertificate(),
      clock: { Date().timeIntervalSinceReferenceDate })
    let caller = KeychainCaller(groups: AccessGroupList(groups))
    return BothKeychains(protected: session(groups: groups), files: files, caller: caller, person: person)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// As an app with these access groups sees it.
  package func session(
    groups: [String] = ["app"], authorizer: any ItemAuthorizer = NobodyToAsk()
  ) -> any KeychainService {
    store.session(for: KeychainCaller(groups: AccessGroupList(groups)), authorizer: authorizer)
  }
}

/// Somebody who knows the password.
package struct AnsweringPerson: KeychainPasswordSource {
  private let password: String

  package init(_ password: String = "open sesame") { self.password = password }

  package func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    let bytes = Array(password.utf8)
    return SecretData(copying: bytes.span)
  }
}

/// Passes each call on to the keychain that is meant, as `baileyd` does.
package struct BothKeychains: KeychainService {
  let protected: any KeychainService
  package let files: FileKeychains
  let caller: KeychainCaller
  let person: any KeychainPasswordSource

  private func keychain(_ options: RequestOptions) throws(KeychainStatus) -> any KeychainService {
    if options.kind == .dataProtection { return protected }
    return try files.session(options.kind, for: caller, passwords: person)
  }

  package func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? {
    try keychain(addition.options).add(addition)
  }
  package func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] {
    try keychain(query.options).find(query)
  }
  package func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    try keychain(query.options).update(query, with: changes)
  }
  package func delete(_ query: ItemQuery) throws(KeychainStatus) { try keychain(query.options).delete(query) }
}

private struct EveryCertificate: CertificateExaminer {
  func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup) -> Bool { true }
}
