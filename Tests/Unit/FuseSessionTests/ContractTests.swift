// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import FuseSession
import Glibc
import PlainFilesystems
import Testing

/// The rules hold on a plain folder, or they are no rules; and on the same folder behind a mount, or the session
/// gets something wrong.
@Suite struct ContractTests {
  @Test(arguments: FileSystemRule.all) func `A plain folder keeps`(_ rule: FileSystemRule) throws {
    if !rule.isCheckable { try Test.cancel("only root can show this") }
    let folder = try temporaryFolder()
    defer { _ = unsafe rmdir(folder) }
    // A tmpfs, which temporary files may lie on, keeps what mappings leave past the end.
    try withKnownIssue(isIntermittent: true) {
      try rule.check(in: folder)
    } when: {
      rule.description == "what lies past the end in the last page is never written"
    }
  }

  /// The passing filesystem holds a descriptor for each file the kernel knows.
  @Test(
    .enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"),
    arguments: FileSystemRule.all.filter { $0.needs != .manyFiles }, MountOptions.Transport.offered)
  func `A mount of it keeps`(_ rule: FileSystemRule, over transport: MountOptions.Transport) throws {
    if !rule.isCheckable { try Test.cancel("only root can show this") }
    let store = try temporaryFolder()
    let folder = try MountedFolder(try PassthroughFilesystem(showing: store)) { $0.transport = transport }
    try rule.check(in: folder.path)
    folder.mount.unmount()
    #expect(unsafe rmdir(store) == 0)
  }
}
