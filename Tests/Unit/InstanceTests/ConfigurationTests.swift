// SPDX-License-Identifier: Apache-2.0
import Instance
import Testing

@Suite struct ConfigurationTests {
  @Test func `What is written is read again`() throws {
    var configuration = Configuration()
    #expect(try Configuration(text: configuration.text) == configuration)
    configuration.mount = "/mnt/with = sign"
    configuration.tcti = "swtpm:host=localhost,port=2321"
    configuration.eraseAfterTen = true
    configuration.graceSeconds = 0
    configuration.allowOther = true
    #expect(try Configuration(text: configuration.text) == configuration)
  }

  @Test func `Space and comments say nothing`() throws {
    let configuration = try Configuration(text: "\n  # mount = /x\r\n\tgrace-seconds=7  \r\n")
    #expect(configuration.graceSeconds == 7)
    #expect(configuration.mount == nil)
  }

  struct Mistake: Sendable {
    let text: String
    let line: Int
    let problem: ConfigurationProblem
  }

  @Test(arguments: [
    Mistake(text: "erase-after-tne = yes", line: 1, problem: .unknownKey("erase-after-tne")),
    Mistake(text: "# one\n\nmount", line: 3, problem: .notKeyAndValue),
    Mistake(text: "= x", line: 1, problem: .unknownKey("")),
    Mistake(text: "mount = /a\nmount = /b", line: 2, problem: .repeatedKey("mount")),
    Mistake(text: "mount = a", line: 1, problem: .badValue(key: "mount", value: "a", expected: .absolutePath)),
    Mistake(text: "tcti =", line: 1, problem: .badValue(key: "tcti", value: "", expected: .text)),
    Mistake(
      text: "erase-after-ten = true", line: 1,
      problem: .badValue(key: "erase-after-ten", value: "true", expected: .yesOrNo)),
    Mistake(
      text: "allow-other = 1", line: 1, problem: .badValue(key: "allow-other", value: "1", expected: .yesOrNo)),
    Mistake(
      text: "grace-seconds = -1", line: 1,
      problem: .badValue(key: "grace-seconds", value: "-1", expected: .number(0...3600))),
  ])
  func `A mistake is named by its line`(mistake: Mistake) {
    let error = #expect(throws: ConfigurationError.self) { try Configuration(text: mistake.text) }
    #expect(error?.line == mistake.line)
    #expect(error?.problem == mistake.problem)
  }
}
