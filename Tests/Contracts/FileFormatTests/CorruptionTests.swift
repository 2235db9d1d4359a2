// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import Files
import Glibc
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SampleStore
import SecretMemory
import SystemCalls
import Testing

/// Every byte of a file changed, one after the other: the block that is hit fails, or nothing does; no byte is ever
/// wrong.
@Suite struct CorruptionTests {
  private static let plain = SampleStore.bytes(4096 + 300, 77)

  /// A closed file, in a store of its own.
  private struct Victim: ~Copyable {
    let store: ScratchFolder
    let descriptor: FileDescriptor
    let link: LinkTag
    let context: StoreContext
    let key: FileKey
    var workspace: ContentWorkspace

    init() throws {
      let store = try ScratchFolder()
      let files = try DirectFiles(over: store.path)
      try files.makeFile("victim", plain)
      files.filesystem.close()
      let path = try files.backingPath("victim")
      let descriptor = try FileDescriptor.open(path, O_RDWR)
      let link = try #require(LinkTag(backingName: String(path.split(separator: "/").last ?? "")))
      let context = StoreContext(files.volume)
      let workspace = try ContentWorkspace()
      let file = try ProtectedFile(opening: descriptor.duplicate(), link: link, context)
      key = FileKey(try files.keys.unwrap(file.header.wrappedKey))
      self.store = store
      self.descriptor = descriptor
      self.link = link
      self.context = context
      self.workspace = workspace
    }

    enum Outcome: Equatable {
      case refused(FileFormatError)
      /// For each block of the original whether it is as it was; nil stands for an error.
      case read([Bool?])
    }

    mutating func read() throws -> Outcome {
      do {
        let file = try ProtectedFile(opening: descriptor.duplicate(), link: link, context)
        return .read(blocks(of: file))
      } catch let error as FileFormatError {
        return .refused(error)
      }
    }

    private mutating func blocks(of file: borrowing ProtectedFile) -> [Bool?] {
      stride(from: 0, to: plain.count, by: BlockLayout.plainBlock).map { offset in
        guard let range = try? file.read(BlockLayout.plainBlock, at: offset, key: key, in: &workspace) else {
          return nil
        }
        let expected = plain[offset..<min(offset + BlockLayout.plainBlock, plain.count)]
        return (try? workspace.withPlain(range) { expected.elementsEqual($0.array) }) == true
      }
    }

    mutating func flip(_ offset: Int) throws -> Outcome {
      let byte = try descriptor.read(count: 1, at: offset)
      try descriptor.write([(byte.first ?? 0) ^ 0x04].span, at: offset)
      let outcome = try read()
      try descriptor.write(byte.span, at: offset)
      return outcome
    }
  }

  @Test func `Every byte of a file is protected`() throws {
    var victim = try Victim()
    let second = BlockLayout.offset(ofBlock: 1)
    for offset in 0..<BlockLayout.backingSize(ofPlain: Self.plain.count) {
      let outcome = try victim.flip(offset)
      switch offset {
      case 0..<256: #expect(outcome == .refused(.damagedHeader), "byte \(offset)")
      case 256..<512: #expect(outcome == .read([true, true]), "byte \(offset): nothing is there")
      case 512..<second: #expect(outcome == .read([nil, true]), "byte \(offset)")
      default: #expect(outcome == .read([true, nil]), "byte \(offset)")
      }
    }
    #expect(try victim.read() == .read([true, true]))
  }

  @Test func `Every byte of a record is protected`() throws {
    var victim = try Victim()
    let record = try #require(try victim.descriptor.extendedAttribute(StoreLayout.recordAttribute))
    for offset in record.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var changed = record
        changed[offset] ^= change
        try victim.descriptor.setExtendedAttribute(StoreLayout.recordAttribute, to: changed.span)
        #expect(try victim.read() == .refused(.damagedRecord), "byte \(offset)")
      }
    }
    for count in 0..<record.count {
      try victim.descriptor.setExtendedAttribute(StoreLayout.recordAttribute, to: record.span.extracting(first: count))
      #expect(try victim.read() == .refused(.damagedRecord), "\(count) bytes")
    }
  }

  @Test func `A cut at every length is seen`() throws {
    var victim = try Victim()
    let whole = try victim.descriptor.read(count: 8192, at: 0)
    for count in stride(from: whole.count - 1, through: 0, by: -1) {
      try victim.descriptor.truncate(to: count)
      let outcome = try victim.read()
      switch count {
      case 0..<256: #expect(outcome == .refused(.damagedHeader), "\(count) bytes")
      case 256..<BlockLayout.offset(ofBlock: 1): #expect(outcome == .read([nil, nil]), "\(count) bytes")
      default: #expect(outcome == .read([true, nil]), "\(count) bytes")
      }
    }
  }

  @Test func `What is added is not read`() throws {
    var victim = try Victim()
    let size = BlockLayout.backingSize(ofPlain: Self.plain.count)
    for count in [1, 27, 28, 29, 3796, 3797, 9000] {
      try victim.descriptor.write([UInt8](repeating: 5, count: count).span, at: size)
      #expect(try victim.read() == .read([true, true]), "\(count) bytes more")
      try victim.descriptor.truncate(to: size)
    }
  }

  @Test func `Blocks of another time or place are refused`() throws {
    var victim = try Victim()
    let bytes = try victim.descriptor.read(count: 8192, at: 0)
    let first = Array(bytes[SampleStore.block(0)])
    try victim.descriptor.write(first.span, at: BlockLayout.offset(ofBlock: 1))
    #expect(try victim.read() == .read([true, nil]))
    try victim.descriptor.write(bytes.span, at: 0)
    try victim.descriptor.truncate(to: bytes.count)
    var other = try Victim()
    try other.descriptor.write(first.span, at: BlockLayout.offset(ofBlock: 0))
    #expect(try other.read() == .read([nil, true]))
    try other.descriptor.write(bytes[0..<512].span, at: 0)
    #expect(try other.read() == .refused(.damagedRecord))
  }

  @Test func `A file under a name it was not given is refused`() throws {
    let victim = try Victim()
    let name = try NameCipher(victim.context.keys).seal(Array("another".utf8), in: FileID())
    let link = try #require(LinkTag(backingName: name.text))
    #expect(throws: FileFormatError.misplaced) {
      _ = try ProtectedFile(opening: victim.descriptor.duplicate(), link: link, victim.context)
    }
  }
}
