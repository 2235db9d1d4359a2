// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import RepositoryFolder
import RunningInstance
import SystemCalls
import Testing

/// Instances of every format ever written start, unlock, and give back what was put in: `Documentation/FileFormat.md`.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct FormatScenarios {
  private static let formats = RepositoryFolder.tests.appending(path: "Formats")

  @Test func `An instance of format1 is read whole`() throws {
    try withInstance(.absent) { instance in
      try instance.succeed(["down"])
      for name in ["enclave", "files"] { try FileManager.default.removeItem(at: instance.home.appending(path: name)) }
      let archive = Self.formats.appending(path: "instance-v1.tar").path
      let unpacked = try Program.run(
        "tar", ["--xattrs", "--xattrs-include=user.*", "--no-same-owner", "-C", instance.home.path, "-xpf", archive])
      try #require(unpacked.exitCode == 0, "\(unpacked.errors)")
      try instance.succeed(["up"])
      #expect(try instance.report().state == "beforeFirstUnlock")
      try instance.succeed(["unlock"], input: "fixture passcode\n")

      for (name, text) in Self.texts {
        #expect(try String(contentsOf: instance.mount.appending(path: name), encoding: .utf8) == text)
      }
      let large = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7 + ($0 >> 8)) })
      #expect(try Data(contentsOf: instance.mount.appending(path: "letters/deep/large")) == large)
      let sparse = try Data(contentsOf: instance.mount.appending(path: "sparse"))
      #expect(sparse == Data(count: 100_000) + Data("end".utf8))
      let root = try FileDescriptor.open(instance.mount.path, O_RDONLY | O_DIRECTORY)
      #expect(try root.symbolicLinkTarget("short-link") == Array("letters/deep/large".utf8))
      let longTarget = try root.symbolicLinkTarget("long-link")
      #expect(longTarget.count == 4000 && longTarget.starts(with: "x/x/".utf8))
      let file = try FileDescriptor.open(instance.mount.appending(path: "none.txt").path, O_RDONLY)
      #expect(try file.extendedAttribute("user.colour") == Array("blue".utf8))
      #expect(try file.status().st_nlink == 2)
      for (name, protection) in Self.classes {
        let answer = try instance.succeed(["files", "class", "get", instance.mount.appending(path: name).path])
        #expect(answer.output == protection + "\n")
      }
    }
  }

  private static let texts = [
    "complete.txt": "class complete\n", "completeUnlessOpen.txt": "class completeUnlessOpen\n",
    "completeUntilFirstUserAuthentication.txt": "class completeUntilFirstUserAuthentication\n",
    "none.txt": "class none\n", "letters/linked": "class none\n", "empty": "",
    "letters/" + String(repeating: "n", count: 255): "a long name\n",
  ]

  private static let classes = [
    "complete.txt": "complete", "completeUnlessOpen.txt": "completeUnlessOpen",
    "completeUntilFirstUserAuthentication.txt": "completeUntilFirstUserAuthentication", "none.txt": "none",
    "letters": "completeUnlessOpen", "letters/deep/large": "completeUntilFirstUserAuthentication",
  ]
}
