// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// What an extension answers: what is read is written as the same bytes, and can be redacted.
package enum WidgetAnswersTarget: FuzzTarget {
  package static let name = "WidgetAnswers"

  package static func run(_ bytes: [UInt8]) {
    guard let answer = try? WidgetAnswer(frame: bytes) else { return }
    var writer = ArchiveWriter()
    writer.append(answer)
    precondition(writer.bytes == bytes, "a value has two encodings")
    guard case .timeline(let timeline) = answer else { return }
    for entry in timeline.entries {
      let tree = RedactedTree(entry.root, background: entry.background, demanded: .placeholder)
      precondition(RedactedTree(tree.root, background: tree.background, demanded: .placeholder) == tree)
    }
  }
}
