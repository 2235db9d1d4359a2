// SPDX-License-Identifier: Apache-2.0
import Clocks
import Foundation
import JSONCoding
import PromptModel
import ProofModel
import Testing

@testable import SettingsConsole

@Suite struct ShownQuestionTests {
  /// What a window gets of a passkey's question.
  private func passkey(at site: String, _ account: String, askedBy program: String?, on page: AskingPage? = nil) throws
    -> [String: Any]
  {
    let hash = [UInt8](repeating: 1, count: PasskeySubject.hashSize)
    let subject = try #require(
      PasskeySubject(relyingParty: site, account: account, userHash: hash, clientDataHash: hash, saltsHash: hash))
    let question = PendingQuestion(
      number: .random(), requester: Requester(process: 7, program: program), reason: "", cancelTitle: nil,
      kind: .passcode(.usePasskey(subject)), at: page)
    let now = BootClock.system.now()
    let text = ShownQuestion(question: question, end: now).json(at: now).text
    let all = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return try #require(all["passkey"] as? [String: Any])
  }

  @Test func `Of a long site's name the end is shown, which says whose it is`() throws {
    let site = "login.bank.example." + String(repeating: "a.", count: 112) + "evil.test"
    let shown = try #require(try passkey(at: site, "ada", askedBy: nil)["site"] as? String)
    #expect(shown.hasSuffix(".a.evil.test") && shown.hasPrefix("…"))
  }

  @Test func `A page that is not the site's own is named, and what is around it`() throws {
    #expect(try passkey(at: "a.example", "ada", askedBy: nil)["page"] is NSNull)
    let page = AskingPage("https://" + String(repeating: "a.", count: 200) + "evil.test", inside: "https://top.test")
    let shown = try passkey(at: "a.example", "ada", askedBy: nil, on: page)["page"] as? [String: Any]
    #expect((shown?["origin"] as? String)?.hasSuffix(".a.evil.test") == true)
    #expect(shown?["top"] as? String == "https://top.test")
  }

  @Test func `An account's name cannot end its quotation marks`() throws {
    let account = try passkey(at: "evil.test", "ada” at bank.example. “", askedBy: nil)["account"] as? String
    #expect(account == "ada' at bank.example. '")
  }

  @Test(arguments: ["/tmp/chromium", "/tmp/Chromium", "/usr/lib/chromium/chromium2", nil])
  func `A program that is called like a browser is none`(program: String?) throws {
    #expect(try passkey(at: "a.example", "ada", askedBy: program)["browser"] as? String == nil)
    let known = try passkey(at: "a.example", "ada", askedBy: "/usr/lib/chromium/chromium")
    #expect(known["browser"] as? String == "Chromium")
  }
}
