// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import FilesystemCheck
import Glibc
import ProtectedFiles
import ProtectedFilesystem
import SampleStore
import SystemCalls
import Testing

/// Every changed byte, and every cut, of a file is found by a check.
@Suite struct EveryByteTests {
  private let store: SampleStore
  private let path: String

  init() throws {
    store = SampleStore(in: try ScratchFolder())
    let files = try store.files()
    try files.makeFile("file", SampleStore.bytes(300, 1))
    files.filesystem.close()
    path = try store.path("file")
  }

  @Test func `A changed byte is found`() throws {
    for offset in 0..<BlockLayout.backingSize(ofPlain: 300) {
      try SampleStore.flip(path: path, at: offset)
      let expected: Damage = offset < 256 ? .header : offset < 512 ? .headerCopy : .contents(damagedBlocks: 1)
      #expect(try store.check().damage == ["file": [expected]], "byte \(offset)")
      try SampleStore.flip(path: path, at: offset)
    }
    #expect(try store.check().damage == [:])
  }

  @Test func `A cut is found`() throws {
    let file = try FileDescriptor.open(path, O_RDWR)
    for size in stride(from: BlockLayout.backingSize(ofPlain: 300) - 1, through: 0, by: -1) {
      try file.truncate(to: size)
      let damage = try store.check().damage["file"] ?? []
      #expect(damage.contains { size < 256 ? $0 == .header : $0.isSize }, "\(size) bytes")
    }
  }

  @Test func `A changed byte of the record is found`() throws {
    let file = try FileDescriptor.open(path, O_RDWR)
    let record = try file.extendedAttribute(StoreLayout.recordAttribute) ?? []
    for offset in record.indices {
      var changed = record
      changed[offset] ^= 0x10
      try file.setExtendedAttribute(StoreLayout.recordAttribute, to: changed.span)
      #expect(try store.check().damage == ["file": [.record]], "byte \(offset)")
    }
  }
}

extension Damage {
  fileprivate var isSize: Bool {
    if case .size = self { return true }
    return false
  }
}
