// SPDX-License-Identifier: Apache-2.0
import Glibc
import ProtectedFiles
import SystemCalls
import Testing

/// A key that is taken away while a request uses it.
@Suite struct RevocationTests {
  private let contents = [UInt8](repeating: 7, count: 10_000)

  /// A file with the contents.
  private func file(_ key: FileKey, _ workspace: inout ContentWorkspace) throws -> ProtectedFile {
    var file = try Fixture.newFile()
    #expect(try file.write(contents.span, at: 0, key: key, in: &workspace) == contents.count)
    return file
  }

  @Test func `Without it nothing is read or written`() throws {
    let key = Fixture.key()
    var workspace = try ContentWorkspace()
    var file = try file(key, &workspace)
    key.drop()
    #expect(!key.isThere)
    #expect(throws: FileFormatError.keyGone) { try file.read(10, at: 0, key: key, in: &workspace) }
    #expect(throws: FileFormatError.keyGone) { try file.write([1].span, at: 0, key: key, in: &workspace) }
    #expect(throws: FileFormatError.keyGone) { try file.truncate(to: 5, key: key, in: &workspace) }
    let range = try file.read(contents.count, at: 0, key: Fixture.key(), in: &workspace)
    #expect(try workspace.withPlain(range) { $0.array } == contents)
  }

  @Test func `What was opened with it is not given out`() throws {
    let key = Fixture.key()
    var workspace = try ContentWorkspace()
    let file = try file(key, &workspace)
    let range = try file.read(contents.count, at: 0, key: key, in: &workspace)
    key.drop()
    #expect(throws: FileFormatError.keyGone) { try workspace.withPlain(range) { $0.count } }
    workspace.clear.revoke()
    let other = try file.read(10, at: 0, key: Fixture.key(), in: &workspace)
    #expect(try workspace.withPlain(other) { $0.array } == [UInt8](repeating: 7, count: 10))
  }

  @Test func `Revoking leaves the requests of others alone`() throws {
    let key = Fixture.key()
    var workspace = try ContentWorkspace()
    let file = try file(key, &workspace)
    let range = try file.read(contents.count, at: 0, key: key, in: &workspace)
    workspace.clear.revoke()
    #expect(try workspace.withPlain(range) { $0.array } == contents)
  }

  /// Without a key every block looks torn, and torn blocks at the end of what was not synced are cut off.
  @Test func `Recovery without it changes nothing`() throws {
    let key = Fixture.key()
    var workspace = try ContentWorkspace()
    var file = try file(key, &workspace)
    key.drop()
    #expect(throws: FileFormatError.keyGone) { try file.recover([], key: key, in: &workspace) }
    #expect(file.size == contents.count)
  }
}
