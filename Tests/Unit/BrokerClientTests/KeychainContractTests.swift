// SPDX-License-Identifier: Apache-2.0
import BrokerTesting
import Clocks
import KeychainContract
import KeychainModel
import KeychainStore
import ProtectionModelTesting
import TemporaryFolder
import Testing

/// What apps expect of a keychain, of the store behind a real socket.
@Suite struct KeychainContractTests {
  @Test(arguments: KeychainRule.all) func `Keeps over a socket`(_ rule: KeychainRule) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let store = try KeychainStore(
        folder + "/keychain", keys: keys, examiner: PlainCertificates(),
        clock: { WallClock.secondsSinceReferenceDate })
      let subject = KeychainUnderTest(keys: keys) { caller, authorizer in
        try RemoteKeychain(store.session(for: caller, authorizer: authorizer))
      }
      try rule.check(subject)
    }
  }
}
