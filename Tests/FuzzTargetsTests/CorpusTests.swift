// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets
import Testing

/// What the fuzzers have kept, and what once broke something, run again each time.
@Suite struct CorpusTests {
  private static var targets: [any FuzzTarget.Type] { [EnclaveMessagesTarget.self] }
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz")

  @Test func everyCorpusRunsThrough() throws {
    for target in Self.targets {
      let corpus = Self.folder.appending(path: target.name).appending(path: "Corpus")
      let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      #expect(files.count >= 20)
      for file in files {
        let bytes = try Array(Data(contentsOf: file))
        target.run(bytes)
        // And what is near it.
        for index in bytes.indices {
          for change: UInt8 in [1, 0x80, 0xFF] {
            var changed = bytes
            changed[index] ^= change
            target.run(changed)
          }
          target.run(Array(bytes.prefix(index)))
        }
      }
    }
  }
}
