// SPDX-License-Identifier: Apache-2.0
import Glibc
import OwnProcess
import SystemCalls
import WidgetModel

/// A widget extension that does what the file `mode` beside it says, whatever harm that is.
@main enum HostileWidget {
  static func main() {
    let program = CommandLine.arguments[0]
    let folder = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
    let mode = (try? FileDescriptor.open(folder + "/mode", O_RDONLY).readToEnd(atMost: 64)) ?? []
    let words = String(decoding: mode, as: UTF8.self).split(separator: " ").map(String.init)
    let widget = HostileBehaviour(mode: words.first ?? "", secret: words.dropFirst().first ?? "4,821.37")
    let input = FileDescriptor(owning: 0)
    let output = FileDescriptor(owning: 1)
    while let head = try? input.readToEnd(atMost: 4), head.count == 4 {
      let length = head.reduce(0) { $0 << 8 | Int($1) }
      guard let frame = try? input.readToEnd(atMost: length) else { return }
      var reader = ArchiveReader(frame)
      guard let request = try? reader.value(WidgetRequest.self) else { return }
      let frames =
        Array(repeating: widget.reload, count: widget.reloads(before: request)) + [widget.answer(to: request)]
      for bytes in frames {
        let count = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) }
        let whole = count + bytes
        guard (try? output.write(whole.span)) != nil else { return }
      }
    }
  }
}

struct HostileBehaviour {
  let mode: String
  let secret: String

  var reload: [UInt8] { bytes(.reload(kind: nil)) }

  /// How often it says that it shows something else, before it answers.
  func reloads(before request: WidgetRequest) -> Int {
    guard case .timeline = request else { return 0 }
    return mode == "reloading" ? 3 : mode == "chatter" ? 10_000 : 0
  }

  func answer(to request: WidgetRequest) -> [UInt8] {
    switch request {
    case .describe:
      if mode == "mute" { while true { sleep(100) } }
      if mode == "lazy" { sleep(3) }
      return bytes(
        .widgets([
          WidgetDescription(
            kind: "hostile", displayName: "Hostile", details: "", families: Family.allCases, hasMargins: true,
            isBackgroundRemovable: false)
        ]))
    case .placeholder: return timeline([entry("00.00", 0)])
    case .snapshot(_, let environment), .timeline(_, let environment), .again(let environment):
      return mode == "echo" ? timeline([entry(words(environment), 0)]) : content()
    case .sizes: return bytes(.failure("there are no sizes"))
    case .perform(let control):
      note(control.intent)
      return bytes(.performed)
    case .options: return bytes(.options([]))
    case .previews: return bytes(.previews([]))
    case .preview: return bytes(.failure("there are no previews"))
    }
  }

  private func content() -> [UInt8] {
    switch mode {
    case "crash": abort()
    case "hang": while true { sleep(100) }
    case "spin": while true {}
    case "empty": return timeline([])
    case "unordered": return timeline([entry("later", 900), entry("sooner", 0)])
    case "many": return timeline([WidgetEntry(date: 0, root: .pile(.center, Array(repeating: .empty, count: 100_000)))])
    case "deep":
      // One inside the other: the tag of a modified view, again and again.
      var node = WidgetNode.empty
      for _ in 0..<1000 { node = .modified(node, .opacity(1)) }
      return timeline([WidgetEntry(date: 0, root: node)])
    case "memory":
      var blocks: [[UInt8]] = []
      while true { blocks.append([UInt8](repeating: 1, count: 16 << 20)) }
    case "long": return [UInt8](repeating: 0xFF, count: WidgetRequest.longestFrame + 1)
    case "noise": return (0..<4096).map { _ in UInt8.random(in: 0...255) }
    case "slow":
      sleep(2)
      return timeline([entry(secret, 0)])
    case "fill":
      // As much as there is room for, in files that are as large as they may be.
      var number = 0
      while fill(number) { number += 1 }
      while true { sleep(100) }
    case "controls", "lazy": return timeline([controls()])
    default: return timeline([entry(secret, 0)])
    }
  }

  /// What it was told of its place.
  private func words(_ environment: WidgetEnvironment) -> String {
    let said: [Any] = [
      environment.locale, environment.direction, environment.typeSize, environment.rendering, environment.appearance,
      environment.isLuminanceReduced ? "dimmed" : "bright", Environment.value("LANG") ?? "",
    ]
    return said.map { "\($0)" }.joined(separator: "/")
  }

  // MARK: Controls

  /// What intents have done so far, in the extension's own folder.
  private var performed: [String] {
    let file = try? FileDescriptor.open(home + "/performed", O_RDONLY).readToEnd(atMost: 4096)
    return String(decoding: file ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private var home: String { Environment.value("HOME") ?? "/nowhere" }

  /// False where there is no room for it.
  private func fill(_ number: Int) -> Bool {
    let path = "\(home)/\(number)"
    let block = [UInt8](repeating: 1, count: 8 << 20)
    return (try? FileDescriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600).write(block.span)) != nil
  }

  private func note(_ intent: String) {
    let text = (performed + [intent]).map { $0 + "\n" }.joined()
    try? FileDescriptor.open(home + "/performed", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600).write(
      Array(text.utf8).span)
  }

  /// A button, one that is marked as private, one of which only what it says is, and a link.
  private func controls() -> WidgetEntry {
    func text(_ string: String) -> WidgetNode {
      .text(TextNode([TextRun(string, face: Typeface(size: 15), paint: .ink(.black))], lineLimit: 1))
    }
    func hidden(_ node: WidgetNode) -> WidgetNode { .modified(node, .mark(.sensitive(true))) }
    func button(_ intent: String, _ label: WidgetNode) -> WidgetNode {
      .modified(label, .control(ControlNode(intent: intent)))
    }
    let lines = [
      button("press", text("Pressed \(performed.count) times")), hidden(button("pay", text("Pay \(secret)"))),
      button("send", hidden(text("Send \(secret)"))), .modified(text("More"), .link("hostile://more")),
    ]
    return WidgetEntry(date: 0, root: .stack(StackNode(.vertical, .center, spacing: 8), lines))
  }

  private func entry(_ text: String, _ date: Double) -> WidgetEntry {
    let face = Typeface(size: 24, weight: 600)
    let secret = WidgetNode.modified(
      .text(TextNode([TextRun(text, face: face, paint: .ink(.black))], lineLimit: 1)), .mark(.sensitive(true)))
    let title = WidgetNode.text(TextNode([TextRun("Account", face: Typeface(size: 13), paint: .ink(.black))]))
    let spoken = WidgetNode.modified(
      secret, .accessibility(Accessibility(label: text, value: nil, isHidden: false)))
    return WidgetEntry(
      date: date,
      root: .modified(
        .stack(StackNode(.vertical, .center, spacing: 6), [title, .modified(spoken, .mark(.sensitive(true)))]),
        .control(ControlNode(intent: "press"))))
  }

  private func timeline(_ entries: [WidgetEntry]) -> [UInt8] {
    bytes(.timeline(WidgetTimeline(entries, reload: .after(0))))
  }

  private func bytes(_ answer: WidgetAnswer) -> [UInt8] {
    var writer = ArchiveWriter()
    writer.append(answer)
    return writer.bytes
  }
}
