// SPDX-License-Identifier: Apache-2.0
import SystemCalls
import Testing

@Suite struct SplitPathTests {
  @Test(
    arguments: [
      ("/home/ada/letter", "/home/ada", "letter"), ("/letter", "/", "letter"), ("letter", ".", "letter"),
      ("notes/letter", "notes", "letter"), ("/home/ada/", "/home/ada", ""), ("/", "/", ""), ("", ".", ""),
      ("/home//letter", "/home/", "letter"),
    ])
  func `A path is the folder, as it can be opened, and the name`(_ path: String, _ folder: String, _ name: String) {
    let split = SplitPath(path)
    #expect(split.folder == folder)
    #expect(split.name == name)
  }

  @Test func `A name that begins with a combining character does not hide the slash before it`() {
    let split = SplitPath("/home/\u{301}letter")
    #expect(split.folder == "/home")
    #expect(Array(split.name.utf8) == Array("\u{301}letter".utf8))
  }

  @Test(arguments: [("/usr/bin/bailey", "/usr/bin/baileyd"), ("/bailey", "/baileyd"), ("bailey", "./baileyd")])
  func `A sibling is another name in the same folder`(_ path: String, _ sibling: String) {
    #expect(SplitPath(path).sibling("baileyd") == sibling)
  }
}
