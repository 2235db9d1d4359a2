// SPDX-License-Identifier: Apache-2.0
import AppNames
import Foundation
import InstanceAccess
import TemporaryFolder
import Testing

/// Which place a typed word means, where nothing is there any more.
@Suite struct TypedWordTests {
  @Test func `Out of a folder that a link leads to is where it lies, and not where the link does`() throws {
    try withTemporaryFolder { folder in
      let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      try FileManager.default.createDirectory(atPath: root + "/real/inner", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: root + "/near", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: root + "/near/link", withDestinationPath: root + "/real/inner")
      for (typed, meant) in [
        ("near/link/../gone", "real/gone"), ("near/link/gone", "real/inner/gone"),
        ("near/./gone/../other", "near/other"),
        ("near/gone/../link/../away", "real/away"), ("near/link/../../gone", "gone"),
      ] {
        #expect(AppWord(typed: "\(root)/\(typed)").place == .missing("\(root)/\(meant)"), "\(typed)")
      }
      #expect(AppWord(typed: "/../../gone-\(UUID())").place?.path.split(separator: "/").count == 1)
    }
  }
}
