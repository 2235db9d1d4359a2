// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import KeychainModel
import TerminalConsole
import Testing
import ToolHarness

@testable import KeychainCommands

@Suite struct KeychainToolTests {
  private func run(_ tool: ToolHarness, _ action: KeychainAction, input: String = "") -> Ended {
    tool.onConsole(input) { console in
      CommandRun.run(on: console) { () throws(CommandFailure) in
        try KeychainTool(tool.keychain.device, console).carryOut(action)
      }.rawValue
    }
  }

  private func words(_ words: String...) -> ItemWords { ItemWords(.genericPassword, words) }

  @Test func `A secret comes from standard input and goes back out`() throws {
    try withTool { tool in
      #expect(
        run(tool, .add(words("account=me", "service=s"), accessible: nil, .text), input: "hunter2\n")
          == Ended(0, "Stored.\n"))
      #expect(run(tool, .find(words("service=s"), .matching, .alone, .text)).output == "hunter2")
      #expect(
        run(tool, .find(words("service=s"), .matching, .shown, .text)).output.hasSuffix("  secret            hunter2\n")
      )
      #expect(
        run(tool, .find(words("service=s"), .matching, .shown, .json)).output.hasPrefix(
          #"{"class":"generic","account":"me","service":"s","group":"group","#))
      #expect(!run(tool, .find(words("service=s"), .matching, .hidden, .text)).output.contains("hunter2"))
    }
  }

  @Test func `Bytes of every kind are kept`() throws {
    try withTool { tool in
      for (account, text) in [("a", "two\nlines\n\n"), ("b", ""), ("c", "\u{0}\u{1}"), ("d", "\n")] {
        _ = run(tool, .add(words("account=\(account)"), accessible: nil, .text), input: text)
        let expected = text.hasSuffix("\n") ? String(text.dropLast()) : text
        #expect(run(tool, .find(words("account=\(account)"), .matching, .alone, .text)).output == expected)
      }
      #expect(
        run(tool, .find(words("account=c"), .matching, .shown, .json)).output.contains(#""secret":{"hex":"0001"}"#))
    }
  }

  @Test func `Items change and go`() throws {
    try withTool { tool in
      _ = run(tool, .add(words("account=me"), accessible: "afterFirstUnlock", .text), input: "1")
      #expect(
        run(tool, .update(words("account=me"), changes: ["label=new"], .kept, .text)) == Ended(0, "Changed 1 item.\n"))
      #expect(run(tool, .update(words("account=me"), changes: [], .asked, .text), input: "2").code == 0)
      let shown = run(tool, .find(words("label=new"), .matching, .shown, .text)).output
      #expect(shown.contains("  label             new\n"))
      #expect(shown.contains("  accessible        afterFirstUnlock\n"))
      #expect(shown.contains("  secret            2\n"))
      #expect(run(tool, .delete(words("label=new"), .matching, .text)) == Ended(0, "Deleted 1 item.\n"))
      #expect(
        run(tool, .find(words("label=new"), .matching, .hidden, .text))
          == Ended(1, "", "bailey: There is no such item.\n"))
    }
  }

  @Test func `Lists may be empty`() throws {
    try withTool { tool in
      #expect(run(tool, .list(itemClass: nil, .json)) == Ended(0, "[]\n"))
      #expect(run(tool, .list(itemClass: nil, .text)) == Ended(0))
    }
  }

  @Test func `The lock state has its exit code`() throws {
    try withTool { tool in
      _ = run(tool, .add(words("account=me"), accessible: nil, .text), input: "1")
      tool.lock()
      #expect(run(tool, .find(words("account=me"), .matching, .hidden, .text)).code == 77)
      #expect(run(tool, .add(words("account=you"), accessible: nil, .text), input: "1").code == 77)
    }
  }

  @Test(
    arguments: [
      ("account", "'account' is not of the form NAME=TEXT."), ("accnt=x", "There is no attribute 'accnt'."),
      ("generic:=0", "'0' is not made of pairs of hexadecimal digits."),
    ])
  func `A slip of the pen is told`(word: String, sentence: String) throws {
    try withTool { tool in
      let ended = run(tool, .find(words(word), .matching, .hidden, .text))
      #expect(ended.code == 2)
      #expect(ended.errors.hasPrefix("bailey: " + sentence))
    }
  }

  @Test func `Nothing is deleted by mistake`() throws {
    try withTool { tool in
      #expect(run(tool, .delete(words(), .matching, .text)).code == 2)
      #expect(run(tool, .update(words("account=me"), changes: [], .kept, .text)).code == 2)
    }
  }

  @Test func `A terminal is not sent control characters`() throws {
    try withTool { tool in
      _ = run(tool, .add(words("account=a\u{1B}[2J"), accessible: nil, .text), input: "x")
      #expect(run(tool, .list(itemClass: .genericPassword, .text)).output.contains("a?[2J"))
    }
  }

  @Test(
    arguments: [
      (0.0, "2001-01-01T00:00:00Z"), (757_382_399.9, "2024-12-31T23:59:59Z"), (-1, "2000-12-31T23:59:59Z"),
      (-978_307_200, "1970-01-01T00:00:00Z"), (1e300, "?"),
    ])
  func `Dates are in UTC`(seconds: Double, text: String) {
    #expect(DateText.text(secondsSinceReferenceDate: seconds) == text)
  }
}
