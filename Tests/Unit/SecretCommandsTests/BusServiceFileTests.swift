// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SecretCommands

@Suite struct BusServiceFileTests {
  /// What dbus-daemon 1.14 reads as the one word on the left.
  @Test(arguments: [
    ("/usr/bin/bailey-secrets", #"'/usr/bin/bailey-secrets'"#),
    ("/home/o'hara/bailey", #"'/home/o'\\''hara/bailey'"#),
    (#"/home/a\b"#, #"'/home/a\\b'"#),
    ("/home/a\nExec=/bin/evil", #"'/home/a\nExec=/bin/evil'"#),
  ])
  func `A word of any letters is one word of one line to the bus`(word: String, quoted: String) {
    #expect(BusServiceFile.quoted(word) == quoted)
  }
}
