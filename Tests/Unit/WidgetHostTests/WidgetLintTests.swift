// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel

@testable import WidgetHost

@Suite struct WidgetLintTests {
  private func text(_ string: String) -> WidgetNode {
    .text(TextNode([TextRun(string, face: Typeface(size: 12), paint: .ink(.black))]))
  }

  private func secret(_ node: WidgetNode) -> WidgetNode { .modified(node, .mark(.sensitive(true))) }

  private func findings(
    _ nodes: WidgetNode..., placeholder: WidgetNode? = nil, remarks: [String] = [], read: Int = 0
  ) -> [WidgetLint.Finding] {
    let content = WidgetEntry(date: 0, root: .pile(.center, nodes), remarks: remarks)
    return WidgetLint.findings(
      content: content, placeholder: placeholder.map { WidgetEntry(date: 0, root: $0) }, bytesReadByPlaceholder: read)
  }

  @Test(arguments: [
    "€4,821.37", "12 EUR", "DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111", "•••• 1234", "a@b.org",
  ])
  func `Account-like data without a mark is found, and with one it is not`(string: String) {
    #expect(findings(text(string), text("Title")) == [.unmarked(string)])
    #expect(findings(secret(text(string)), text("Title")).isEmpty)
  }

  @Test(arguments: ["21°", "10:00 – 11:00", "3 of 4", "2026", "Trieste"])
  func `Ordinary texts are not`(string: String) { #expect(findings(text(string)).isEmpty) }

  @Test func `Placeholders with real data, and those that read files`() {
    #expect(findings(text("13:30"), placeholder: text("13:30")) == [.realPlaceholder(["13:30"])])
    #expect(findings(text("Title"), placeholder: text("Title")).isEmpty)
    #expect(findings(text("Title"), read: 12) == [.slowPlaceholder(bytesRead: 12)])
  }

  @Test func `Two links, controls that stay, and marks that hide all or nothing`() {
    #expect(findings(text("a"), remarks: ["there are 2 widget URLs: the last one holds"]) == [.severalLinks])
    let outside = WidgetNode.modified(secret(text("a")), .control(ControlNode(intent: "press 0")))
    #expect(findings(outside, text("b")) == [.controlOfHidden])
    #expect(findings(secret(.modified(text("a"), .control(ControlNode(intent: "press 0")))), text("b")).isEmpty)
    #expect(findings(secret(text("a")), secret(text("b"))) == [.hidesEverything])
    #expect(findings(secret(.paint(.ink(.black))), text("b")) == [.hidesNothing])
  }
}
