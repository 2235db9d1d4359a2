// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct QueryKeyTests {
  @Test(arguments: QueryKey.allCases)
  func `a key is found by the string that its constant stands for`(key: QueryKey) {
    #expect(QueryKey(rawValue: key.rawValue) == key)
    #expect(key.constant.lowercased() == (key == .itemClass ? "ksecclass" : "ksec\(key)".lowercased()))
  }

  @Test(arguments: ["", "m_", "m_limit", "M_Limit", "m_LimitOne", "acct", "r_Dat\u{0}", "kSecClass"])
  func `no other string is a key`(text: String) {
    #expect(QueryKey(rawValue: text) == nil)
  }

  @Test func `the kind of a key follows from its shape, whoever knows it`() {
    #expect(QueryKeyKind("class") == .itemClass)
    #expect(QueryKeyKind("clasp") == .unknown)
    #expect(QueryKeyKind("zzzz") == .attribute)
    #expect(QueryKeyKind("m_NotYet") == .match)
    #expect(QueryKeyKind("f_Anything") == .ignored)
    #expect(QueryKeyKind("") == .unknown)
    for key in QueryKey.allCases where key.constant.hasPrefix("kSecMatch") {
      #expect(QueryKeyKind(key.rawValue) == .match)
    }
  }

  @Test func `words of one key mean nothing to another`() {
    #expect(MatchLimit(word: "m_LimitAll") == .all)
    #expect(MatchLimit(word: "u_AuthUIS") == nil)
    #expect(AuthenticationChoice.Prompt(word: "u_AuthUIS") == .skip)
    #expect(AuthenticationChoice.Prompt(word: "m_LimitAll") == nil)
    #expect(ReturnSelection(key: .matchLimit) == nil)
    #expect(ReturnSelection(key: nil) == nil)
  }
}
