// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtectionModel
import RepositoryFolder
import SecretMemory
import Testing

/// What a passcode is worth: the same cases hold for the console's pages (`Tests/Scenarios/SettingsConsoleTests/walks.py`).
@Suite struct PasscodeStrengthTests {
  /// Argon2id with 64 MiB and three passes.
  private static let cost = StretchingCost(memoryKiB: 64 << 10, passes: 3)

  private func strength(_ passcode: String) -> PasscodeStrength {
    PasscodeStrength(of: SecretBytes(copying: Array(passcode.utf8).span))
  }

  @Test(
    arguments: [
      ("1", 1, 10), ("1234", 4, 10), ("7777", 4, 10), ("4711", 4, 1000), ("2580", 4, 10000), ("aceg", 4, 456_976),
      ("password", 8, 26), ("Password1", 9, 3844), ("паук", 4, 1e8), ("a b", 3, 205_379), ("MONKEYmonkey", 12, 2704),
    ] as [(String, Int, Double)])
  func `What follows, repeats or is well known counts for little`(passcode: String, characters: Int, tries: Double) {
    let found = strength(passcode)
    #expect(found.characters == characters)
    #expect(found.tries == tries)
  }

  @Test func `What Argon2id costs is in the estimate`() {
    #expect(Self.cost.triesPerSecond.rounded() == 1656)
    let dear = StretchingCost(memoryKiB: 128 << 10, passes: 6)
    #expect(dear.triesPerSecond * 4 == Self.cost.triesPerSecond)
    let six = strength("271828")
    #expect(six.secondsToFind(dear) == six.secondsToFind(Self.cost) * 4)
    #expect((250...350).contains(six.secondsToFind(Self.cost)))
  }

  @Test(arguments: [
    ("271828", false), ("kxmwvbqz", false), ("kxmwtbqzrpc", true), ("correct horse 42", true),
    ("passwordpassword", false),
  ])
  func `Long is what keeps a thief of the disk busy for a hundred years`(passcode: String, isLong: Bool) {
    #expect((strength(passcode).verdict(Self.cost) == .long) == isLong)
  }

  @Test func `The console's pages know the same words`() throws {
    let page = RepositoryFolder.tests.deletingLastPathComponent().appending(
      path: "Sources/C/CConsolePages/pages/strength.js")
    let text = try String(contentsOf: page, encoding: .utf8).replacing("\"\n  + \"", with: "")
    #expect(text.contains("(\"" + PasscodeStrength.wellKnownWords.joined(separator: " ") + "\")"))
  }
}
