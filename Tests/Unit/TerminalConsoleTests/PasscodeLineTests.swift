// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import Testing

@testable import TerminalConsole

@Suite struct PasscodeLineTests {
  struct Typing: Sendable, CustomTestStringConvertible {
    let keys: [UInt8]
    let passcode: String?
    var testDescription: String { "\(keys)" }
  }

  @Test(arguments: [
    Typing(keys: Array("1234\r".utf8), passcode: "1234"),
    Typing(keys: Array("12x\u{7F}34\n".utf8), passcode: "1234"),
    Typing(keys: Array("wrong\u{15}right\n".utf8), passcode: "right"),
    Typing(keys: Array("ä\u{8}b\n".utf8), passcode: "b"),
    Typing(keys: Array("ab\u{7F}\u{7F}\u{7F}c\n".utf8), passcode: "c"),
    Typing(keys: Array("a\u{1A}b\u{4}".utf8), passcode: "ab"),
    Typing(keys: Array("\n".utf8), passcode: nil),
  ])
  func `Keys edit the line`(typing: Typing) {
    var line = PasscodeLine()
    var step = PasscodeLine.Step.unfinished
    for key in typing.keys where step == .unfinished { step = line.take(key, from: .keys) }
    #expect(step == .complete)
    #expect(text(line) == typing.passcode)
  }

  @Test(arguments: [[3], [0x1C], [4]] as [[UInt8]])
  func `Keys give up`(keys: [UInt8]) {
    var line = PasscodeLine()
    #expect(line.take(keys[0], from: .keys) == .cancelled)
  }

  @Test func `A files bytes are taken as they are`() {
    var line = PasscodeLine()
    for byte in Array("a\u{7F}\u{3}\r".utf8) { #expect(line.take(byte, from: .file) == .unfinished) }
    #expect(line.take(10, from: .file) == .complete)
    #expect(text(line) == "a\u{7F}\u{3}\r")
  }

  @Test func `What is too long is not cut in silence`() {
    var line = PasscodeLine()
    for _ in 0..<256 { _ = line.take(65, from: .file) }
    let before = line.isTooLong
    _ = line.take(65, from: .file)
    let after = line.isTooLong
    #expect([before, after] == [false, true])
  }

  private func text(_ line: consuming PasscodeLine) -> String? {
    guard let passcode = line.passcode() else { return nil }
    return passcode.withBytes { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
  }
}
