// SPDX-License-Identifier: Apache-2.0
import PromptModel
import SecretMemory
import Testing
import Threads

@testable import PromptAdapter

@Suite struct PasskeyPromptTests {
  private func question(
    _ kind: QuestionKind, on page: AskingPage? = nil, program: String? = "/usr/lib/chromium/chromium"
  ) throws -> PendingQuestion {
    PendingQuestion(
      number: try #require(QuestionNumber([UInt8](repeating: 1, count: 16))),
      requester: Requester(process: 7, program: program), reason: "", cancelTitle: nil, kind: kind,
      at: page)
  }

  private func subject(_ site: String, _ account: String) throws -> PasskeySubject {
    let hash = [UInt8](repeating: 1, count: PasskeySubject.hashSize)
    return try #require(
      PasskeySubject(relyingParty: site, account: account, userHash: hash, clientDataHash: hash, saltsHash: hash))
  }

  private func accounts(_ names: [String], at site: String = "example.org") -> AccountQuestion {
    AccountQuestion(
      relyingParty: site, accounts: names.map { AccountQuestion.Account(name: $0, label: "", isReplaced: false) })
  }

  private func choose(
    _ asked: AccountQuestion, _ answers: [Result<String, PromptFailure>]
  ) throws -> (answer: Result<AccountAnswer, PromptFailure>, asked: [PromptText]) {
    let prompt = ScriptedPrompt(answers)
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
    let question = try question(.account(asked))
    let answer: Result<AccountAnswer, PromptFailure> = Result { () throws(PromptFailure) in
      try round.account(for: question, asked)
    }
    return (answer, prompt.asked)
  }

  @Test func `An account is chosen by its number, and what is no number is asked again`() throws {
    let (answer, asked) = try choose(accounts(["ada", "grace"]), [.success("3"), .success("x"), .success("2")])
    #expect(answer == .success(AccountAnswer(1)))
    #expect(
      asked[0].description
        == "Chromium wants to sign in at example.org.\n1: \"ada\"\n2: \"grace\"\n"
        + "Type the number of an account. Empty: another device or a security key.")
    #expect(asked.map { $0.complaint != nil } == [false, true, true])
    #expect(try choose(accounts(["ada", "grace"]), [.failure(.empty)]).answer == .failure(.empty))
    #expect(try choose(accounts(["ada", "grace"]), [.failure(.cancelled)]).answer == .failure(.cancelled))
  }

  @Test(arguments: ["鍵", "%", "x", "e\u{301}\u{302}\u{303}\u{304}"])
  func `Of many accounts with long names each is on a page, and each page is one request`(character: String) throws {
    let long = String(repeating: character, count: 240 / character.utf8.count)
    let site = String(repeating: "xn--bcher-kva.", count: 17) + "example"
    let asked = AccountQuestion(
      relyingParty: site,
      accounts: (0..<80).map { _ in AccountQuestion.Account(name: long, label: long, isReplaced: true) })
    let page = AskingPage("https://" + String(repeating: "a.", count: 200) + "evil.test", inside: "https://" + site)
    let pages = AccountPages(asked, on: page, askedBy: Requester(process: 7, program: "/" + long))
    #expect(pages.texts.count > 1)
    for number in 1...AccountQuestion.mostAccounts {
      #expect(pages.texts.count { $0.contains("\n\(number): ") } == 1)
    }
    for text in pages.texts { #expect("SETDESC \(AssuanLine.escaped(text))".utf8.count <= AssuanLine.maximum) }
    let (answer, shown) = try choose(asked, [.success("+"), .success("64")])
    #expect(answer == .success(AccountAnswer(63)))
    #expect(shown[0].description != shown[1].description)
    for use in [
      PasscodeUse.usePasskey(try subject(site, long)), .makePasskey(try subject(site, long), .thisDeviceOnly),
    ] {
      let prompt = ScriptedPrompt([.failure(.empty)])
      let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
      #expect(round.outcome(of: try question(.passcode(use), on: page, program: "/" + long)) == .elsewhere)
      let text = try #require(prompt.asked.first?.description)
      #expect("SETDESC \(AssuanLine.escaped(text))".utf8.count <= AssuanLine.maximum)
    }
  }

  @Test func `A page that is not the site's own is named in each question, by the end of its origin`() throws {
    let related = AskingPage("https://shop.test")
    let framed = AskingPage("https://" + String(repeating: "a", count: 300) + ".evil.test", inside: "https://top.test")
    for kind in [
      QuestionKind.passcode(.usePasskey(try subject("example.org", "ada"))),
      .passcode(.makePasskey(try subject("example.org", "ada"), .portable)),
    ] {
      for (page, text) in [
        (nil, nil), (related, "\nThe page that asks is at https://shop.test.\n"),
        (framed, "aa.evil.test, inside one at https://top.test.\n"),
      ] {
        let prompt = ScriptedPrompt([.failure(.empty)])
        let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
        #expect(round.outcome(of: try question(kind, on: page)) == .elsewhere)
        let shown = try #require(prompt.asked.first?.description)
        #expect(text.map { shown.contains($0) } ?? !shown.contains("The page"), "\(shown)")
      }
    }
    let accounts = AccountPages(accounts(["ada"]), on: related, askedBy: Requester(process: 7, program: nil))
    #expect(accounts.texts[0].contains("The page that asks is at https://shop.test."))
    let prompt = ScriptedPrompt([.failure(.cancelled)])
    let round = QuestionRound(prompt) { (_, _) throws(ProofFailure) in throw .final }
    #expect(throws: PromptFailure.cancelled) {
      _ = try round.unlocking(try question(.unlock(UnlockQuestion(.use, at: "example.org")), on: related)) {
        (_) throws(ProofFailure) in throw .final
      }
    }
    #expect(prompt.asked[0].description.contains("The page that asks is at https://shop.test."))
  }

  @Test func `Who unlocks for a site reads which it is, and agrees to the account with a button`() throws {
    let prompt = ScriptedPrompt([.success("wrong"), .success("1234")], confirmation: .yes)
    let given = Given()
    let round = QuestionRound(prompt) { (_, passcode) throws(ProofFailure) in given.note(passcode) }
    let unlock = try question(.unlock(UnlockQuestion(.use, at: "example.org")))
    let passcode = try round.unlocking(unlock) { (passcode) throws(ProofFailure) in
      if passcode.count != 4 { throw .wrong }
    }
    #expect(prompt.asked[0].description.hasPrefix("Chromium wants to sign in at example.org.\nThe device is locked."))
    let use = try question(.passcode(.usePasskey(try subject("example.org", "ada"))))
    #expect(round.outcome(of: use, given: passcode) == .proved)
    #expect(prompt.offers.map { $0.contains("sign in as \"ada\" at example.org") } == [true])
    #expect(given.sizes == [4])
  }

  @Test func `Who does not agree after the unlock proves nothing`() throws {
    let prompt = ScriptedPrompt([], confirmation: .no)
    let given = Given()
    let round = QuestionRound(prompt) { (_, passcode) throws(ProofFailure) in given.note(passcode) }
    let use = try question(.passcode(.usePasskey(try subject("example.org", "ada"))))
    #expect(round.outcome(of: use, given: SecretBytes(copying: [1, 2].span)) == .cancelled)
    #expect(given.sizes.isEmpty)
  }
}

private final class Given: Sendable {
  private let all = Locked<[Int]>([])

  func note(_ passcode: borrowing SecretBytes) {
    let count = passcode.count
    all.withLock { $0.append(count) }
  }

  var sizes: [Int] { all.withLock { $0 } }
}
