// SPDX-License-Identifier: Apache-2.0
import DirectFiles
import FuseSession
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import ProtectedFilesystem

/// What a program wrote lies in the buffer of its request, which outlives the write.
@Suite struct WrittenBytesTests {
  private let backing: TemporaryFolder
  private let files: DirectFiles

  init() throws {
    backing = try TemporaryFolder()
    files = try DirectFiles(over: backing.path)
  }

  @Test(arguments: ProtectionClass.allCases, [4096, 1 << 20])
  func `They are wiped where a lock takes them away`(protection: ProtectionClass, count: Int) throws {
    let file = try files.create("file")
    try files.setClass(protection, of: "file")
    let isForgotten = protection == .complete || protection == .completeUnlessOpen
    var bytes = [UInt8](repeating: 5, count: count)
    try write(&bytes, to: file.node)
    #expect(bytes == [UInt8](repeating: isForgotten ? 0 : 5, count: count))
  }

  @Test func `They are wiped also where the write is refused`() throws {
    let file = try files.create("file")
    try files.setClass(.complete, of: "file")
    files.filesystem.gate.move(to: .closed)
    files.keys.move(to: .locked)
    var bytes: [UInt8] = [1, 2, 3]
    #expect(throws: FileError.locked) { try write(&bytes, to: file.node) }
    #expect(bytes == [0, 0, 0])

    bytes = [1, 2, 3]
    #expect(throws: FileError.self) { try write(&bytes, to: NodeID(rawValue: 4711)) }
    #expect(bytes == [0, 0, 0])
  }

  private func write(_ bytes: inout [UInt8], to node: NodeID) throws(FileError) {
    let request = WriteRequest(
      node: node, handle: FileHandle(rawValue: node.rawValue), offset: 0, origin: .program, privileges: .keep)
    var reply = WriteReply()
    var span = bytes.mutableSpan
    _ = try files.filesystem.write(request, &span, reply: &reply)
  }
}
