// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import TemporaryFolder
import Testing

/// `bailey browser install`, where somebody has prepared the folders, or could change the program.
@Suite struct BrowserInstallation {
  private func install(_ words: String..., program: String? = nil) throws -> (exitCode: Int32, errors: String) {
    let bailey = try program ?? Program.locate("bailey").path
    let result = try Program.run(bailey, ["browser", "install"] + words)
    return (result.exitCode, result.errors)
  }

  @Test(arguments: ["", "/usr", "/usr/share/bailey", "/etc/chromium/native-messaging-hosts"])
  func `A link in the way is named, and nothing is written behind it`(place: String) throws {
    try withTemporaryFolder { folder in
      let (root, elsewhere) = (folder + "/root", folder + "/elsewhere")
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      let parent = (root + place as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: root + place, withDestinationPath: elsewhere)
      let (exitCode, errors) = try install("--root", root)
      #expect(exitCode == 1 && errors.contains("\(root)\(place) is a link"), "\(errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
    }
  }

  @Test(arguments: ["", "--root"]) func `A program that others can change is not installed for everybody`(word: String)
    throws
  {
    try withTemporaryFolder { folder in
      let program = folder + "/bailey"
      try FileManager.default.copyItem(atPath: Program.locate("bailey").path, toPath: program)
      try FileManager.default.copyItem(atPath: Program.locate("bailey-browser").path, toPath: program + "-browser")
      let result = try Program.run(program, ["browser", "install"] + (word.isEmpty ? [] : [word, "//"]))
      #expect(result.exitCode == 1 && result.errors.contains("can be changed by others than root"), "\(result.errors)")
    }
  }

  @Test func `What is proposed for a program that others can change is what it can do`() throws {
    try withTemporaryFolder { folder in
      let program = folder + "/bailey"
      for name in ["bailey", "bailey-browser"] {
        try FileManager.default.copyItem(atPath: Program.locate(name).path, toPath: "\(folder)/\(name)")
      }
      let home = ["HOME": folder, "XDG_CONFIG_HOME": folder + "/config"]
      let status = try Program.run(program, ["browser", "status", "--json"], environment: home).output
      // What is in order on a machine needs no remedy.
      #expect(!status.contains(#"browser install""#), "\(status)")
      #expect(status.contains(#""remedy":"\#(program) browser install --user""#), "\(status)")
    }
  }

  @Test func `For one's own browsers the program is written below one's own folders`() throws {
    try withTemporaryFolder { folder in
      let bailey = try Program.locate("bailey").path
      let home = ["HOME": folder, "XDG_CONFIG_HOME": folder + "/config"]
      let result = try Program.run(bailey, ["browser", "install", "--user"], environment: home)
      #expect(result.exitCode == 0, "\(result.errors)")
      for path in ["config/chromium/NativeMessagingHosts", ".mozilla/native-messaging-hosts"] {
        let text = try String(contentsOfFile: "\(folder)/\(path)/bailey.browser.json", encoding: .utf8)
        #expect(text.contains("\"\(bailey)-browser\""))
      }
    }
  }
}
