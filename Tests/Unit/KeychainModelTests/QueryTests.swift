// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import SecretMemory
import Testing

@Suite struct QueryTests {
  @Test(
    arguments: [
      (true, .only(true)), (false, .only(false)), (1, .only(true)), (0, .only(false)), ("syna", .any),
      ("1", .only(true)),
    ] as [(AttributeValue, SynchronizableFilter)])
  func `Synchronizable is a boolean a number or any`(value: AttributeValue, filter: SynchronizableFilter) {
    #expect(SynchronizableFilter(value) == filter)
  }

  @Test(arguments: ["any", .data([1]), .date(0)] as [AttributeValue])
  func `Synchronizable is nothing else`(value: AttributeValue) {
    #expect(SynchronizableFilter(value) == nil)
  }

  @Test func `A limit of minus one is all`() {
    #expect(MatchLimit(number: -1) == .all)
    #expect(MatchLimit(number: 1) == .one)
    #expect(MatchLimit(number: 0) == .count(0))
    #expect(MatchLimit(number: 5)?.maximum == 5)
    #expect(MatchLimit(number: -2) == nil)
    #expect(MatchLimit(number: 1 << 40) == nil)
  }

  @Test func `Match keys are noticed without effect too`() {
    var options = RequestOptions()
    #expect(!options.hasMatchKeys)
    options.match.hasOthers = true
    #expect(options.hasMatchKeys)
    #expect(RequestOptions(limit: .one).hasMatchKeys)
  }

  @Test func `Secret data may be empty`() {
    #expect(SecretData(copying: [UInt8]().span).count == 0)
    #expect(SecretData.empty.withBytes { $0.count } == 0)
    let data = SecretData(SecretBytes(copying: [1, 2].span))
    #expect(data.withBytes { [$0[0], $0[1]] } == [1, 2])
  }

  @Test func `Statuses are Apple's numbers`() {
    #expect(KeychainStatus.duplicateItem.rawValue == -25299)
    #expect(KeychainStatus(rawValue: -34018) == .missingEntitlement)
    #expect(KeychainStatus(rawValue: 0) == nil)
  }
}
