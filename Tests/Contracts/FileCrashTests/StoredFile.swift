// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import Files
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls
import Testing

/// One backing file in a folder, with its logs and its journal, used the way a mount uses them.
struct StoredFile: ~Copyable {
  static let keys = VolumeKeys(volumeKey: SecretBytes(count: 64) { for index in 0..<64 { $0[index] = UInt8(index) } })
  static let name = "contents"

  let folder: FileDescriptor
  /// Keeps the folder there.
  private let scratch: ScratchFolder
  let undo: UndoDirectory
  var workspace: ContentWorkspace

  enum Journal { case used, absent }

  /// Makes what is missing, and takes over what a killed predecessor was writing. After a power cut the journal is
  /// another boot's, which is to say none.
  init(in scratch: ScratchFolder, _ journal: Journal) throws {
    let folder = try scratch.open()
    if (try? folder.status(of: "undo")) == nil { try folder.makeDirectory("undo", mode: 0o700) }
    let undo = UndoDirectory(try folder.open("undo", O_RDONLY | O_DIRECTORY))
    let workspace =
      try journal == .used
      ? ContentWorkspace(outgoing: IntentJournal(in: folder, undo, buffers: 1).makeBuffer()) : ContentWorkspace()
    self.folder = folder
    self.scratch = scratch
    self.undo = undo
    self.workspace = workspace
  }

  static func key() -> FileKey { FileKey(SecretBytes(count: 32) { for index in 0..<32 { $0[index] = 9 } }) }

  static let link: LinkTag = {
    guard let name = try? NameCipher(keys).seal([0x61], in: FileID()), let tag = LinkTag(backingName: name.text) else {
      preconditionFailure("a name has a tag")
    }
    return tag
  }()

  static func wrappedKey(_ protection: ProtectionClass, _ filling: UInt8 = 7) throws -> WrappedKey {
    let keyClass = KeyClass(protection)
    let bytes = [UInt8](repeating: filling, count: WrappedKey.size(of: keyClass))
    return try #require(WrappedKey(keyClass: keyClass, bytes: bytes))
  }

  // MARK: - Using it

  func create(_ protection: ProtectionClass = .completeUntilFirstUserAuthentication) throws -> ProtectedFile {
    let header = try #require(
      FileHeader(
        sequence: 1, id: FileID(), protection: protection, wrappedKey: Self.wrappedKey(protection)))
    let descriptor = try folder.open(Self.name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    return try ProtectedFile(creating: descriptor, header, link: Self.link, StoreContext(Self.keys, undo: undo))
  }

  /// As at the first use after a start: what a crash left is put in order.
  mutating func open() throws -> ProtectedFile {
    let descriptor = try folder.open(Self.name, O_RDWR)
    var file = try ProtectedFile(opening: descriptor, link: Self.link, StoreContext(Self.keys, undo: undo))
    let blocks = try undo.files().contains(file.id) ? undo.entries(file.id) : []
    if !blocks.isEmpty || file.isUnsettled {
      try file.recover(blocks, key: Self.key(), in: &workspace)
    }
    return file
  }

  static func close(_ file: inout ProtectedFile) throws {
    try file.finishUndo()
    try file.settle()
  }

  struct Finding: Equatable {
    let wholeness: ProtectedFile.Wholeness
    let blocks: [[UInt8]?]
  }

  /// What a program that reads the file finds.
  mutating func openAndClose() throws -> Finding {
    var file = try open()
    let finding = Finding(wholeness: file.wholeness, blocks: try blocks(of: file))
    try Self.close(&file)
    return finding
  }

  /// The bytes of each block, nil for those that answer EIO.
  mutating func blocks(of file: borrowing ProtectedFile) throws -> [[UInt8]?] {
    var blocks: [[UInt8]?] = []
    for block in 0..<BlockLayout.blockCount(ofPlain: file.size) {
      do {
        let offset = block * BlockLayout.plainBlock
        let range = try file.read(BlockLayout.plainBlock, at: offset, key: Self.key(), in: &workspace)
        blocks.append(try workspace.withPlain(range) { $0.array })
      } catch FileFormatError.damagedBlock {
        blocks.append(nil)
      }
    }
    return blocks
  }
}

// MARK: - Running a script

extension StoredFile {
  /// Creates the file and carries the script out, telling after each step how many are done.
  mutating func run(_ script: FileScript, _ done: (Int) -> Void) throws {
    var file = Optional(try create())
    done(0)
    for (number, step) in script.steps.enumerated() {
      try perform(step, number, on: &file)
      done(number + 1)
    }
  }

  /// Nil stands for a file that is closed.
  mutating func perform(_ step: FileScript.Step, _ number: Int, on file: inout ProtectedFile?) throws {
    var current = try file.take() ?? open()
    do {
      try perform(step, number, on: &current)
    } catch {
      file = consume current
      throw error
    }
    if case .close = step { return }
    file = consume current
  }

  private mutating func perform(_ step: FileScript.Step, _ number: Int, on file: inout ProtectedFile) throws {
    switch step {
    case .write(let offset, let count):
      let data = FileScript.bytes(number, count)
      let written = try file.write(data.span, at: offset, key: Self.key(), in: &workspace)
      guard written == count else { throw Incomplete(count: written) }
    case .truncate(let size): try file.truncate(to: size, key: Self.key(), in: &workspace)
    case .punch(let range): try file.punchHole(range, key: Self.key(), in: &workspace)
    case .allocate(let range): try file.allocate(range, .extend, key: Self.key(), in: &workspace)
    case .sync: try file.sync()
    case .close: try Self.close(&file)
    }
  }

  /// A write that stopped early.
  struct Incomplete: Error { let count: Int }
}
