// SPDX-License-Identifier: Apache-2.0
import Events
import JSONCoding
import Processes
import SystemCalls

/// Starts `bailey-browser` as a browser does, and has it ask for passkeys of a site that cannot exist.
struct BrowserTrial {
  let program: String

  private static let patience = Duration.seconds(10)
  /// `.invalid` is nobody's (RFC 6761), so there is no passkey for it and the person is not asked.
  private static let question = JSONValue.members([
    "id": .number(1), "kind": .string("get"), "origin": .string("https://bailey.invalid"),
    "options": .members(["challenge": .string("AAAAAAAAAAAAAAAAAAAAAA")]),
  ])

  /// The defect of the program; nil where it answers.
  var defect: String? {
    do {
      let requests = try Pipe()
      let answers = try Pipe()
      var plan = ChildPlan(path: program)
      plan.input = requests.reading.raw
      plan.output = answers.writing.raw
      let child = try ChildProcess.start(plan)
      defer {
        // It may have ended by itself.
        try? child.send(9)
        _ = try? child.wait()
      }
      let text = Array(Self.question.text.utf8)
      let head = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
      try requests.writing.write((head + text).span)
      guard try Poll.readable([answers.reading.raw], within: Self.patience) == [true] else {
        return "bailey-browser does not answer."
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      var span = bytes.mutableSpan
      let count = try answers.reading.readAvailable(into: &span)
      let answer = bytes.prefix(count)
      let none = #""none":true"#
      if String(decoding: answer.dropFirst(4), as: UTF8.self).contains(none) { return nil }
      return "Bailey does not run, or is of another version. Try: bailey status"
    } catch {
      return "bailey-browser cannot be started: \(error)"
    }
  }
}
