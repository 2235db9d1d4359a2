// SPDX-License-Identifier: Apache-2.0
import Clocks
import PromptModel
import ProofModel
import SecretMemory
import Testing
import Threads

@testable import SettingsConsole

/// The passcode that was given with an unlock for a site serves what follows upon that, and nothing else.
@Suite struct UnlockingEntryTests {
  private final class Hands: Sendable {
    private let now = Locked(BootInstant(milliseconds: 1_000_000))
    var clock: BootClock { BootClock { [self] in now.withLock { $0 } } }
    func pass(_ milliseconds: UInt64) { now.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) } }
  }

  private static let chromium = Requester(process: 7, program: "/usr/lib/chromium/chromium")
  private let hands = Hands()
  private let entry: UnlockingEntry

  init() { entry = UnlockingEntry(clock: hands.clock) }

  private func question(
    _ kind: QuestionKind, askedBy requester: Requester = chromium, on page: AskingPage? = nil
  ) -> PendingQuestion {
    PendingQuestion(number: .random(), requester: requester, reason: "", cancelTitle: nil, kind: kind, at: page)
  }

  private func signIn(
    at site: String = "example.org", askedBy requester: Requester = chromium, on page: AskingPage? = nil
  ) throws -> PendingQuestion {
    question(.passcode(.usePasskey(try subject(at: site))), askedBy: requester, on: page)
  }

  private func subject(at site: String) throws -> PasskeySubject {
    let hash = [UInt8](repeating: 1, count: PasskeySubject.hashSize)
    return try #require(
      PasskeySubject(relyingParty: site, account: "ada", userHash: hash, clientDataHash: hash, saltsHash: hash))
  }

  private func keep() {
    entry.keep(SecretBytes(copying: [1, 2, 3].span), for: question(.unlock(UnlockQuestion(.use, at: "example.org"))))
  }

  private func isTaken(for question: PendingQuestion) -> Bool {
    let passcode = entry.take(for: question)
    return passcode?.withBytes { $0.count == 3 && $0[2] == 3 } ?? false
  }

  @Test func `It serves one question`() throws {
    let asked = try signIn()
    #expect(!entry.serves(asked) && !isTaken(for: asked))
    keep()
    #expect(entry.serves(asked) && isTaken(for: asked))
    #expect(!entry.serves(asked) && !isTaken(for: asked))
  }

  @Test func `Another site, page, program or wish is not served`() throws {
    keep()
    let other = [
      try signIn(at: "example.com"), try signIn(on: AskingPage("https://evil.test", inside: nil)),
      try signIn(askedBy: Requester(process: 8, program: Self.chromium.program)),
      try signIn(askedBy: Requester(process: 7, program: "/tmp/chromium")),
      question(.passcode(.makePasskey(try subject(at: "example.org"), .portable))), question(.passcode(.presence)),
      question(.passcode(.permission)), question(.passcode(.agentAuthorisation)),
      question(.account(AccountQuestion(relyingParty: "example.org", accounts: []))),
    ]
    for asked in other { #expect(!entry.serves(asked) && !isTaken(for: asked)) }
    #expect(try isTaken(for: signIn()))
  }

  @Test func `It is gone some seconds after nothing follows, and after some minutes though something does`() throws {
    let account = question(.account(AccountQuestion(relyingParty: "example.org", accounts: [])))
    keep()
    hands.pass(4_000)
    entry.follow([account])
    hands.pass(100_000)
    entry.follow([account])
    hands.pass(4_000)
    entry.follow([])
    let asked = try signIn()
    #expect(entry.serves(asked))
    hands.pass(2_000)
    entry.follow([])
    #expect(!entry.serves(asked))
    keep()
    for _ in 0..<4 {
      hands.pass(60_000)
      entry.follow([asked])
      #expect(entry.serves(asked))
    }
    hands.pass(60_000)
    entry.follow([asked])
    #expect(!entry.serves(asked))
  }

  @Test func `A no, a lock and an empty page take it, and a lock before it does not`() throws {
    let asked = try signIn()
    keep()
    entry.refuse(try signIn(at: "example.com"))
    #expect(entry.serves(asked))
    entry.refuse(asked)
    #expect(!entry.serves(asked))
    let before = hands.clock.now()
    keep()
    entry.forget(keptBefore: before)
    #expect(entry.serves(asked))
    hands.pass(1)
    entry.forget(keptBefore: hands.clock.now())
    #expect(!entry.serves(asked))
    keep()
    entry.forget()
    #expect(!entry.serves(asked))
  }
}
