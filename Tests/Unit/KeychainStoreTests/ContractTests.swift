// SPDX-License-Identifier: Apache-2.0
import KeychainContract
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import Testing
import Threads

@Suite struct KeychainStoreContractTests {
  @Test(arguments: KeychainRule.all) func `The rule holds`(_ rule: KeychainRule) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let store = try KeychainStore.forTest(folder, keys)
      try rule.check(KeychainUnderTest(keys: keys) { store.session(for: $0, authorizer: $1) })
    }
  }
}

extension KeychainStore {
  static func forTest(_ folder: String, _ keys: any ClassKeyService) throws(KeychainStoreError) -> KeychainStore {
    let seconds = Locked(700_000_000.0)
    return try KeychainStore(folder + "/keychain.db", keys: keys, examiner: PlainCertificates()) {
      seconds.withLock { now in
        now += 1
        return now
      }
    }
  }
}
