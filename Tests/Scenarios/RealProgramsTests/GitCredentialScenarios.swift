// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// git, whose passwords are items of the keychain.
@Suite(
  .serialized,
  .enabled(
    if: FileManager.default.fileExists(atPath: "/dev/fuse") && Program.isInstalled("git"), "needs FUSE and git"))
struct GitCredentialScenarios {
  private static let site = "protocol=https\nhost=git.example.org\n"

  /// Runs `git credential` with Bailey as its only helper.
  private func git(_ word: String, _ input: String, _ instance: RunningInstance) throws -> ProgramResult {
    let folder = instance.home.appending(path: "links").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let link = folder + "/git-credential-bailey"
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Program.locate("bailey").path)
    }
    let words = ["-c", "credential.helper=", "-c", "credential.helper=\(link)", "credential", word]
    let own = [
      "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "HOME": folder,
    ]
    return try Program.run("git", words, input: input, environment: instance.variables.merging(own) { $1 })
  }

  @Test func `Git finds what it stored until it is locked and forgets what is rejected`() throws {
    try withInstance { instance in
      #expect(try git("fill", Self.site, instance).exitCode != 0)
      #expect(try git("approve", Self.site + "username=ada\npassword=opensesame\n", instance).exitCode == 0)
      let answer = Self.site + "username=ada\npassword=opensesame\n"
      #expect(try git("fill", Self.site, instance).output == answer)
      try instance.lock()
      let locked = try git("fill", Self.site, instance)
      #expect(locked.exitCode != 0 && !locked.output.contains("opensesame") && !locked.errors.contains("opensesame"))
      try instance.unlock()
      #expect(try git("fill", Self.site, instance).output == answer)
      #expect(try git("reject", Self.site + "username=ada\npassword=opensesame\n", instance).exitCode == 0)
      #expect(try git("fill", Self.site, instance).exitCode != 0)
    }
  }
}
