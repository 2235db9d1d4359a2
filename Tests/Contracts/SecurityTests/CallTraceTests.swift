// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@testable import Security

@Suite struct CallTraceTests {
  @Test func `A trace names keys and lengths, never a value`() {
    let line = CallTrace.line(
      "SecItemAdd",
      [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "someone", kSecValueData: Data("opendoor".utf8)],
      nil, errSecDuplicateItem)
    #expect(
      line
        == "bailey: SecItemAdd {acct: string of 7 bytes, class: genp, v_Data: data of 8 bytes} -> -25299 "
        + "(The specified item already exists in the keychain.)\n")
  }

  @Test func `A trace of an update has both dictionaries`() {
    let line = CallTrace.line("SecItemUpdate", [kSecMatchLimit: 1], [kSecValueData: Data()], 0)
    #expect(line == "bailey: SecItemUpdate {m_Limit: 1} to {v_Data: data of 0 bytes} -> 0 (No error.)\n")
  }
}
