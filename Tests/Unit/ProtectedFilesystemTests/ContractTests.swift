// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Testing

/// What programs expect of any filesystem, of this one while it is unlocked.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct ContractTests {
  @Test(arguments: FileSystemRule.all) func `The rule holds`(_ rule: FileSystemRule) throws {
    if !rule.isCheckable { try Test.cancel("only root can show this") }
    let files = try MountedFiles()
    try withExtendedLifetime(files) { try rule.check(in: files.folder) }
  }
}
