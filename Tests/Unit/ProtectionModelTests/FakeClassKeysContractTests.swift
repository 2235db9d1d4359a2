// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import ProtectionModelTesting
import Testing

@Suite struct FakeClassKeysContractTests {
  @Test func `Keeps the contract`() throws {
    let contract = ClassKeyContract { state in FakeClassKeys(state) }
    #expect(try contract.violations() == [])
  }
}
