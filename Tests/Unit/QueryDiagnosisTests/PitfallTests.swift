// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import QueryDiagnosis
import Testing

/// The pitfalls of Apple's article, and of the keychain's own tables: each is named where it is, and not elsewhere.
@Suite struct PitfallTests {
  private func diagnose(
    _ text: String, groups: [String]? = ["a", "b"], hasPasscode: Bool? = true, state: LockState? = .unlocked
  ) throws -> [CallDiagnosis] {
    var context = DiagnosisContext()
    context.groups = groups
    context.hasPasscode = hasPasscode
    if let state { context.isAvailable = { state.permitsWrap($0.keyClass) } }
    return Diagnosis(context).diagnose(try WrittenCall.read(Array(text.utf8), as: nil))
  }

  private func names(_ diagnosis: CallDiagnosis) -> Set<String> {
    Set(diagnosis.pitfalls.filter { $0.weight != .note }.map(\.name))
  }

  /// What one dictionary is told, notes aside, and what it would answer; 1 for what depends on the items.
  @Test(
    arguments: [
      // Queries and uniqueness constraints
      (
        #"{"kSecClass": "kSecClassGenericPassword", "kSecAttrService": "AYS", "kSecAttrAccount": "mrgumby", "kSecAttrGeneric": {"base64": "U2Vj"}}"#,
        ["notPartOfPrimaryKey"], 1
      ), (#"{"class": "genp", "svce": "AYS", "acct": "mrgumby"}"#, [], 1), (#"{"class": "genp", "gena": "x"}"#, [], 1),
      (#"{"class": "genp", "acct": "x", "pdmn": "ak"}"#, ["accessibleSelects"], 1),
      // Erroneous attributes
      (#"{"class": "cert", "kSecAttrApplicationTag": {"hex": "61"}}"#, ["attributeOfAnotherClass"], -25303),
      (#"{"class": "inet", "svce": "x"}"#, ["attributeOfAnotherClass"], -25303),
      (#"{"class": "genp", "zzzz": "x"}"#, ["unknownKey"], -25303),
      // Context matters
      (#"{"call": "delete", "query": {"class": "genp", "m_Limit": 1}}"#, ["matchKey"], -50),
      (#"{"call": "update", "query": {"class": "genp", "m_Limit": "m_LimitOne"}}"#, ["matchKey"], -50),
      (
        #"{"call": "add", "query": {"class": "genp", "m_Limit": "m_LimitOne", "acct": "a", "svce": "s"}}"#,
        ["matchKey"], -50
      ),
      // Add-only attributes
      (
        #"{"query": {"class": "keys", "atag": "t"}, "attributesToUpdate": {"accc": "ak"}}"#,
        ["accessControlOfEnclaveKey"], 1
      ),
      (#"{"query": {"class": "genp", "acct": "t"}, "attributesToUpdate": {"pdmn": "ck"}}"#, ["replacesConstraints"], 1),
      (
        #"{"query": {"class": "genp", "acct": "t"}, "attributesToUpdate": {"class": "genp"}}"#, ["notAnAttribute"],
        -25303
      ),
      (#"{"query": {"class": "genp"}, "attributesToUpdate": {"m_Limit": 1}}"#, ["notAnAttribute"], -25303),
      (#"{"query": {"class": "genp", "r_Data": true}, "attributesToUpdate": {}}"#, ["returnKey"], -50),
      // Lost keychain items
      (#"{"class": "genp", "agrp": "c"}"#, ["groupNotInList"], -34018), (#"{"class": "genp", "agrp": "b"}"#, [], 1),
      (
        #"{"call": "add", "query": {"class": "genp", "acct": "a", "svce": "s", "agrp": "com.apple.token"}}"#,
        ["groupNotInList"], -34018
      ),
      // Import, then add
      (#"{"class": "cert", "v_Data": {"hex": "3000"}}"#, ["rawObject"], 1),
      // What the tables say besides
      (#"{"acct": "x"}"#, ["noClass"], -50), (#"{"class": "apls"}"#, ["unknownClass"], -25306),
      (#"{"class": "genp", "r_Data": 1}"#, ["wrongValue"], -50),
      (#"{"class": "genp", "m_Limit": -2}"#, ["wrongValue"], -50),
      (#"{"class": "genp", "clip": 1}"#, ["refusedAttribute"], -50),
      (#"{"class": "genp", "ggrp": "g"}"#, ["entitledAttribute"], -34018),
      (#"{"class": "genp", "pdmn": "f"}"#, ["accessibleSelects", "unknownAccessible"], -50),
      (#"{"class": "genp", "m_HostOrSubdomainOfHost": "x"}"#, ["unsupportedMatch"], -4),
      (#"{"class": "genp", "m_CaseInsensitive": true}"#, ["noEffect"], 1),
      (#"{"class": "genp", "v_Data": "x", "r_Data": true}"#, ["dataDoesNotSelect"], 1),
      (#"{"class": "cert", "subj": {"hex": "3003"}}"#, ["subjectWithSequence"], 1),
      (
        #"{"v_PersistentRef": {"base64": "Z2VucAABAgMEBQYHCAkKCwwNDg8="}, "labl": "l"}"#, ["referenceWithAttributes"],
        -50
      ),
      (
        #"{"class": "inet", "v_PersistentRef": {"base64": "Z2VucAABAgMEBQYHCAkKCwwNDg8="}}"#, ["contradictoryClass"],
        -25306
      ),
      (
        #"{"class": "genp", "acct": "a", "svce": "s", "v_Data": "x", "sync": true, "pdmn": "aku"}"#,
        ["synchronizesThisDeviceOnly"], 1
      ),
      (#"{"call": "delete", "query": {"class": "genp", "u_AuthUI": "u_AuthUIS"}}"#, ["skipOutsideFind"], -50),
      (#"{"call": "delete", "query": {"class": "genp", "r_Data": true}}"#, ["ignoredReturn"], 1),
      (
        #"{"call": "add", "query": {"class": "genp", "sync": "syna", "acct": "a", "svce": "s"}}"#,
        ["synchronizableAny"], -50
      ),
    ] as [(String, [String], Int32)])
  func `What is wrong with one call is named with its status`(text: String, expected: [String], status: Int32)
    throws
  {
    let diagnosis = try #require(try diagnose(text).first)
    #expect(names(diagnosis) == Set(expected))
    #expect(diagnosis.status ?? 1 == status)
  }

  @Test func `Notes say what is easily forgotten`() throws {
    let find = try #require(try diagnose(#"{"class": "genp", "acct": "x"}"#).first)
    #expect(find.pitfalls.map(\.name) == ["onlyNotSynchronizing", "limitOne"])
    let add = try #require(try diagnose(#"{"class": "genp", "acct": "x", "v_Data": "s"}"#).first)
    #expect(add.pitfalls.map(\.name) == ["standardGroup", "emptyPrimaryKey"])
    #expect(add.isClean)
    let identity = try #require(try diagnose(#"{"call": "delete", "query": {"class": "idnt", "labl": "x"}}"#).first)
    #expect(identity.pitfalls.map(\.name).contains("identityIsTwoItems"))
    #expect(identity.pitfalls.map(\.name).contains("everyMatch"))
  }

  @Test func `Several calls mean something together`() throws {
    let locked = try diagnose(
      """
      [{"call": "SecItemCopyMatching", "query": {"class": "genp", "acct": "a"}, "status": -25308},
       {"call": "SecItemDelete", "query": {"class": "genp", "acct": "a"}},
       {"call": "SecItemAdd", "query": {"class": "genp", "acct": "a", "svce": "s", "v_Data": "x"}}]
      """)
    #expect(names(locked[1]) == ["deletionAfterLocked"])
    #expect(names(locked[2]) == ["deletionBeforeAddition"])
    let gumby = try diagnose(
      """
      [{"query": {"class": "genp", "svce": "AYS", "acct": "mrgumby", "gena": "hints", "r_Data": true}},
       {"call": "SecItemAdd",
        "query": {"class": "genp", "svce": "AYS", "acct": "mrgumby", "gena": "hints", "r_Data": true, "v_Data": "opendoor"}}]
      """)
    #expect(names(gumby[1]) == ["additionAfterMiss", "dictionaryReused"])
    let update = try diagnose(
      #"[{"query": {"class": "genp", "acct": "a"}, "status": -25308}, {"query": {"class": "genp", "acct": "a", "v_Data": "x"}}]"#
    )
    #expect(names(update[1]) == ["additionAfterLocked"])
  }

  @Test func `The lock state decides about additions`() throws {
    let add = #"{"class": "genp", "acct": "a", "svce": "s", "v_Data": "x", "pdmn": "PDMN"}"#
    func status(_ accessible: String, _ state: LockState, hasPasscode: Bool = true) throws -> Int32? {
      let text = add.replacing("PDMN", with: accessible)
      return try diagnose(text, hasPasscode: hasPasscode, state: state).first?.status
    }
    #expect(try status("ak", .locked) == -25308)
    #expect(try status("ck", .locked) == nil)
    #expect(try status("cku", .beforeFirstUnlock) == -25308)
    #expect(try status("dk", .beforeFirstUnlock) == nil)
    #expect(try status("akpu", .unlocked, hasPasscode: false) == -25291)
  }

  @Test func `Without groups nothing is allowed`() throws {
    #expect(try diagnose(#"{"class": "genp"}"#, groups: []).first?.status == -34018)
    #expect(
      try diagnose(#"{"class": "genp", "v_Data": "x"}"#, groups: ["com.apple.token"]).first?.status == -34018)
    #expect(try diagnose(#"{"class": "genp", "agrp": "x"}"#, groups: nil).first?.outcome == .unknown)
  }

  @Test func `No value is repeated`() throws {
    let secret = "s3cr3t-value"
    let text = """
      [{"query": {"class": "genp", "acct": "\(secret)", "gena": "\(secret)", "port": "\(secret)", "r_Data": "\(secret)"}},
       {"call": "update", "query": {"class": "cert", "acct": "\(secret)", "pdmn": "\(secret)"}, "attributesToUpdate": {"desc": "\(secret)"}}]
      """
    for diagnosis in try diagnose(text) {
      for pitfall in diagnosis.pitfalls { #expect(!pitfall.sentence(of: diagnosis.itemClass).contains(secret)) }
    }
  }
}
