// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import QueryDiagnosis
import Security
import TemporaryFolder
import Testing

/// What is said of a call is what the call then does, on a real store, through the real functions.
@Suite struct AgreementTests {
  private struct Examiner: CertificateExaminer {
    func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup) -> Bool { true }
  }

  @Test(arguments: [LockState.unlocked, .locked, .beforeFirstUnlock]) func `On many calls`(state: LockState) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let store = try KeychainStore(folder + "/keychain", keys: keys, examiner: Examiner(), clock: { 0 })
      let session = store.session(for: KeychainCaller(groups: AccessGroupList(["a", "b"])))
      try fill(session)
      keys.move(to: state)
      var context = DiagnosisContext()
      context.groups = ["a", "b"]
      context.hasPasscode = true
      context.isAvailable = { state.permitsWrap($0.keyClass) }
      context.rows = session
      var random = SplitMix(seed: UInt64(state.rawValue))
      var outcomes: [String: Int] = [:]
      for _ in 0..<500 {
        let text = Calls.text(&random)
        let call = try #require(try WrittenCall.read(Array(text.utf8), as: nil).first)
        let said = try #require(Diagnosis(context).diagnose([call]).first)
        let done = perform(call, session)
        outcomes["\(call.kind.word) \(done)", default: 0] += 1
        let errors = said.pitfalls.compactMap { $0.status?.rawValue }
        // Of several errors in one dictionary any one may be answered.
        if Set(errors).count > 1 {
          #expect(errors.contains(done), "\(text)")
        } else {
          #expect(said.status == done, "\(text)")
        }
      }
      // Both ends of each call were seen.
      for kind in CallKind.allCases { #expect(outcomes.keys.count { $0.hasPrefix(kind.word) } >= 3) }
    }
  }

  private func fill(_ session: KeychainSession) throws {
    for (index, accessible) in ["ak", "ck", "dk"].enumerated() {
      for account in ["x", "y"] {
        for group in ["a", "b"] {
          _ = try session.add(
            ItemAddition(
              .genericPassword,
              [
                .account: .string(account), .service: .string("s\(index)"), .accessible: .string(accessible),
                .accessGroup: .string(group), .label: "l", .generic: "g",
              ], data: .empty))
        }
      }
      _ = try session.add(
        ItemAddition(
          .internetPassword, [.server: .string("s\(index)"), .accessible: .string(accessible), .port: 443],
          data: .empty))
    }
    _ = try session.add(ItemAddition(.key, [.applicationTag: "t", .label: "l"], data: .empty))
  }

  // MARK: - The functions themselves

  /// A call on a copy would be better than one that stays; what has changed is seen by the next diagnosis.
  private func perform(_ call: WrittenCall, _ session: KeychainSession) -> Int32 {
    Keychain.$replacement.withValue(session) {
      let query = dictionary(call.query)
      switch call.kind {
      case .find: return SecItemCopyMatching(query, nil)
      case .add: return SecItemAdd(query, nil)
      case .update: return SecItemUpdate(query, dictionary(call.changes ?? []))
      case .delete: return SecItemDelete(query)
      }
    }
  }

  private func dictionary(_ members: [WrittenValue.Member]) -> NSDictionary {
    let result = NSMutableDictionary()
    for member in members {
      let value = object(member.value)
      result[ConstantName.value(of: member.name) ?? member.name] =
        member.name == "v_Data" ? NSData(data: Data((value as? String ?? "").utf8)) : value
    }
    return result
  }

  private func object(_ value: WrittenValue) -> Any {
    switch value {
    case .null: NSNull()
    case .boolean(let flag): flag
    case .number(let number): NSNumber(value: number)
    case .fraction(let number): NSNumber(value: number)
    case .string(let text): text
    case .data(let bytes): Data(bytes)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .array(let elements): elements.map { object($0) }
    case .dictionary(let members): dictionary(members)
    }
  }
}

/// Calls as developers get them wrong: mostly sensible, with a slip or two.
private enum Calls {
  static func text(_ random: inout SplitMix) -> String {
    let kind = CallKind.allCases.randomElement(using: &random) ?? .find
    var query = [(key: "class", value: quoted(["genp", "genp", "genp", "inet", "keys"], &random))]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      query.append(likely.randomElement(using: &random) ?? ("", ""))
    }
    if kind == .add { query.append(("v_Data", #""x""#)) }
    if kind == .find, Bool.random(using: &random) {
      query.append(("m_Limit", quoted(["m_LimitAll", "m_LimitOne"], &random)))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { query.append(slips.randomElement(using: &random) ?? ("", "")) }
    var changes: [(key: String, value: String)] = []
    for _ in 0..<2 { changes.append(harmless.randomElement(using: &random) ?? ("", "")) }
    let whole =
      [("call", "\"\(kind.word)\""), ("query", object(query))]
      + (kind == .update ? [("attributesToUpdate", object(changes))] : [])
    return object(whole)
  }

  private static let likely: [(key: String, value: String)] = [
    ("acct", #""x""#), ("acct", #""y""#), ("acct", #""z""#), ("svce", #""s0""#), ("svce", #""s1""#), ("svce", #""s2""#),
    ("srvr", #""s1""#), ("port", "443"), ("port", #""443""#), ("labl", #""l""#), ("gena", #""g""#), ("agrp", #""a""#),
    ("agrp", #""b""#), ("sync", "false"), ("sync", #""syna""#), ("pdmn", #""ak""#), ("pdmn", #""ck""#),
    ("pdmn", #""dk""#),
    ("atag", #""t""#), ("acct", #"{"hex": "78"}"#), ("u_AuthUI", #""u_AuthUIF""#),
  ]
  private static let slips: [(key: String, value: String)] = [
    ("agrp", #""c""#), ("zzzz", #""x""#), ("r_Data", "1"), ("r_Data", "true"), ("m_Limit", "0"), ("m_Limit", "-1"),
    ("m_Limit", "1.5"), ("clip", "1"), ("ggrp", #""g""#), ("pdmn", #""f""#), ("port", "[]"), ("cdat", #""now""#),
    ("u_AuthUI", #""u_AuthUIS""#), ("m_HostOrSubdomainOfHost", #""h""#), ("m_CaseInsensitive", "true"), ("x", "1"),
    ("nleg", "true"), ("labl", "null"), ("bsiz", "256"), ("crtr", "true"), ("m_Issuers", "[]"), ("sync", "[]"),
    ("invi", #""no""#), ("tomb", "1"), ("pkhh", #"{"hex": "00"}"#), ("musr", #""m""#),
  ]
  private static let harmless: [(key: String, value: String)] = [
    ("labl", #""l""#), ("icmt", #""c""#), ("v_Data", #""d""#), ("zzzz", "1"), ("agrp", #""c""#), ("class", #""genp""#),
    ("desc", #""d""#), ("labl", #""l""#),
  ]

  private static func quoted(_ values: [String], _ random: inout SplitMix) -> String {
    "\"\(values.randomElement(using: &random) ?? "")\""
  }

  /// Each key once: the last one counts.
  private static func object(_ members: [(key: String, value: String)]) -> String {
    var seen: Set<String> = []
    let once = members.reversed().filter { seen.insert($0.key).inserted }.reversed()
    return "{" + once.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
  }
}

/// The same numbers every time.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
