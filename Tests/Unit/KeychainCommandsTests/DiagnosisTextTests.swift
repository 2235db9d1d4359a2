// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing
@testable import KeychainCommands
@testable import QueryDiagnosis

@Suite struct DiagnosisTextTests {
  @Test func `a call that asks the person names the agent that it needs`() {
    let diagnosis = CallDiagnosis(
      kind: .find, itemClass: .genericPassword, outcome: .asks, pitfalls: [], report: nil)
    #expect(
      DiagnosisText(diagnosis).lines == [
        "SecItemCopyMatching of generic items: asks the person first; errSecInteractionNotAllowed (-25308) where no agent "
          + "is running: bailey agent"
      ])
  }
}
