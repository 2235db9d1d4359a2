// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Files
import Glibc
import ProtectionModel
import SystemCalls
import Testing

/// The table of Data Protection's classes, cell by cell, through a real mount.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct LockTableTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let protection: ProtectionClass
    let state: LockState
    var testDescription: String { "\(protection.name), \(state.name)" }
  }

  static let cells = ProtectionClass.allCases.flatMap { protection in
    LockState.allCases.map { Cell(protection: protection, state: $0) }
  }

  static let running = cells.filter { $0.state != .beforeFirstUnlock }

  private static func opens(_ cell: Cell) -> Bool { cell.state.permitsUnwrap(KeyClass(cell.protection)) }
  private static func creates(_ cell: Cell) -> Bool { cell.state.permitsWrap(KeyClass(cell.protection)) }

  /// A mount in the state, with one file and one folder of the class.
  private func mounted(_ cell: Cell) throws -> MountedFiles {
    let first = try MountedFiles()
    try first.make("file", cell.protection)
    try first.makeFolder("folder", cell.protection)
    guard cell.state == .beforeFirstUnlock else {
      first.move(to: cell.state)
      return first
    }
    return try first.restarted(.beforeFirstUnlock)
  }

  // MARK: - Contents

  @Test(arguments: cells) func `Opening follows the table`(cell: Cell) throws {
    let files = try mounted(cell)
    let expected = Self.opens(cell) ? 0 : EPERM
    for flags in [O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_APPEND, O_WRONLY | O_TRUNC] {
      #expect(outcome { () throws(SystemError) in _ = try FileDescriptor.open(files("file"), flags) } == expected)
    }
  }

  @Test(arguments: cells) func `Creating follows the table`(cell: Cell) throws {
    let files = try mounted(cell)
    let made = outcome { () throws(SystemError) in
      let file = try FileDescriptor.open(files("folder/new"), O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      try file.write([1, 2, 3].span, at: 0)
      #expect(try file.read(count: 3, at: 0) == [1, 2, 3])
    }
    #expect(made == (Self.creates(cell) ? 0 : EPERM))
    let found = outcome { () throws(SystemError) in _ = try files.stat("folder/new") }
    #expect(found == (Self.creates(cell) ? 0 : ENOENT))
  }

  @Test(arguments: running) func `A descriptor stays usable as the table says`(cell: Cell) throws {
    let files = try MountedFiles()
    try files.make("file", cell.protection)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    files.move(to: cell.state)
    let expected = cell.protection == .complete && cell.state == .locked ? EPERM : 0
    #expect(outcome { () throws(SystemError) in _ = try file.read(count: 6, at: 0) } == expected)
    #expect(outcome { () throws(SystemError) in try file.write([9].span, at: 0) } == expected)
    #expect(outcome { () throws(SystemError) in try file.truncate(to: 3) } == expected)
    #expect(outcome { () throws(SystemError) in try file.allocate(mode: 0, offset: 0, count: 100) } == expected)
    #expect(outcome { () throws(SystemError) in try file.syncData() } == 0)
    #expect(outcome { () throws(SystemError) in try file.sync() } == 0)
    #expect(outcome { () throws(SystemError) in _ = try file.status() } == 0)
  }

  @Test(arguments: cells) func `Cutting by path needs a key`(cell: Cell) throws {
    let files = try mounted(cell)
    let expected = Self.opens(cell) ? 0 : EPERM
    var cut = files.truncate("file", to: 2)
    // The kernel says in its own time that a file has been closed: until then an opening of class B has its key.
    for _ in 0..<1000 where cut != expected && cell.protection == .completeUnlessOpen {
      usleep(10_000)
      cut = files.truncate("file", to: 2)
    }
    #expect(cut == expected)
  }

  @Test func `Cutting a class B file by path uses the key of an opening`() throws {
    let files = try MountedFiles()
    try files.make("file", .completeUnlessOpen)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    files.move(to: .locked)
    #expect(files.truncate("file", to: 2) == 0)
    #expect(try file.read(count: 9, at: 0) == Array("se".utf8))
  }

  @Test func `A class B file that is open cannot be opened again`() throws {
    let files = try MountedFiles()
    try files.make("file", .completeUnlessOpen)
    let file = try FileDescriptor.open(files("file"), O_RDONLY)
    files.move(to: .locked)
    #expect(outcome { () throws(SystemError) in _ = try FileDescriptor.open(files("file"), O_RDONLY) } == EPERM)
    #expect(try file.read(count: 9, at: 0) == Array("secret".utf8))
  }

  @Test func `A class B file closed while locked is closed for good`() throws {
    let files = try MountedFiles()
    files.move(to: .locked)
    do {
      try files.makeFolderWhileLocked()
      let file = try FileDescriptor.open(files("b/new"), O_RDWR | O_CREAT, mode: 0o600)
      try file.write([1].span, at: 0)
    }
    #expect(outcome { () throws(SystemError) in _ = try FileDescriptor.open(files("b/new"), O_RDONLY) } == EPERM)
    files.move(to: .unlocked)
    #expect(try FileDescriptor.open(files("b/new"), O_RDONLY).read(count: 9, at: 0) == [1])
  }

  @Test func `After unlock the same descriptor works again`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    files.move(to: .locked)
    #expect(outcome { () throws(SystemError) in _ = try file.read(count: 6, at: 0) } == EPERM)
    files.move(to: .unlocked)
    #expect(try file.read(count: 6, at: 0) == Array("secret".utf8))
    try file.write([1].span, at: 6)
    #expect(try file.read(count: 9, at: 0) == Array("secret".utf8) + [1])
  }

  // MARK: - Mappings

  /// The kernel maps a file that is open without asking: where the table refuses that, touching the mapping faults.
  @Test(arguments: running, [ForeignMapping.Kind.shared, .private])
  func `A new mapping of a descriptor shows what the table allows`(cell: Cell, kind: ForeignMapping.Kind) throws {
    let files = try MountedFiles()
    try files.make("file", cell.protection)
    let mapping = try ForeignMapping(files("file"), count: 6, kind, .opened)
    let killed = try ForeignMapping(files("file"), count: 6, kind, .opened)
    // What the kernel remembers of the file goes with the lock.
    _ = try FileDescriptor.open(files("file"), O_RDONLY).read(count: 6, at: 0)
    files.move(to: cell.state)
    let isLocked = cell.protection == .complete && cell.state == .locked
    let isMapped = mapping.map() && killed.map()
    #expect(isMapped)
    #expect(mapping[0] == (isLocked ? nil : UInt8(ascii: "s")))
    #expect(mapping.residentPages == (isLocked ? 0 : 1))
    let survives = killed.store(7)
    #expect(survives == !isLocked, "a program that writes there dies")
    files.move(to: .unlocked)
    let changed: UInt8 = isLocked || kind == .private ? UInt8(ascii: "s") : 7
    #expect(mapping[0] == changed, "the same mapping")
    mapping.store(8)
    #expect(mapping[0] == 8)
  }

  /// By path nothing is mapped: that needs an opening first.
  @Test(arguments: cells) func `A mapping by path needs an opening`(cell: Cell) throws {
    let files = try mounted(cell)
    let mapped = outcome { () throws(SystemError) in
      let mapping = try ForeignMapping(files("file"), count: 6)
      #expect(mapping[0] == UInt8(ascii: "s"))
    }
    #expect((mapped == 0) == Self.opens(cell))
  }

  // MARK: - Controls

  /// What terminals, and filesystems of other kinds, are asked: with nothing sent along, with bytes in, out and both.
  private static let controls: [UInt] = [UInt(TCGETS), 0x4201, 0x4004_4201, 0x8004_4201, 0xC004_4201]

  /// The errno of an `ioctl(2)`, 0 if it succeeded.
  private static func control(_ file: borrowing FileDescriptor, _ request: UInt) -> Int32 {
    var argument = [UInt8](repeating: 0, count: 256)
    return unsafe ioctl(file.raw, request, &argument) == -1 ? errno : 0
  }

  @Test(arguments: running) func `A control is refused as a write is`(cell: Cell) throws {
    let files = try MountedFiles()
    try files.make("file", cell.protection)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    let reader = try FileDescriptor.open(files("file"), O_RDONLY)
    for request in Self.controls { #expect(Self.control(file, request) == ENOTTY) }
    files.move(to: cell.state)
    let expected = cell.protection == .complete && cell.state == .locked ? EPERM : ENOTTY
    for request in Self.controls {
      #expect(Self.control(file, request) == expected)
      #expect(Self.control(reader, request) == expected)
    }
    files.move(to: .unlocked)
    for request in Self.controls { #expect(Self.control(file, request) == ENOTTY) }
  }

  /// Without an opening there is nothing to send it to.
  @Test(arguments: cells) func `A control needs an opening`(cell: Cell) throws {
    let files = try mounted(cell)
    let sent = outcome { () throws(SystemError) in
      let file = try FileDescriptor.open(files("file"), O_RDONLY)
      for request in Self.controls { #expect(Self.control(file, request) == ENOTTY) }
    }
    #expect(sent == (Self.opens(cell) ? 0 : EPERM))
  }

  /// For a file's flags it opens the file once more; of clones it knows that there are none.
  @Test(arguments: running) func `What the kernel answers itself stays as it is`(cell: Cell) throws {
    let files = try MountedFiles()
    try files.make("file", cell.protection)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    files.move(to: cell.state)
    let (getFlags, clone) = (UInt(0x8008_6601), UInt(0x4004_9409))
    #expect(Self.control(file, getFlags) == (Self.opens(cell) ? ENOTTY : EPERM))
    #expect(ioctl(file.raw, clone, file.raw) == -1 && errno == EOPNOTSUPP)
    #expect(Self.control(file, UInt(FIONREAD)) == 0)
  }

  @Test(arguments: LockState.allCases) func `A folder knows no controls`(state: LockState) throws {
    let files = try mounted(Cell(protection: .complete, state: state))
    let folder = try FileDescriptor.open(files("folder"), O_RDONLY | O_DIRECTORY)
    for request in Self.controls { #expect(Self.control(folder, request) == ENOTTY) }
  }

  // MARK: - Names and attributes

  @Test(arguments: cells) func `Names and attributes work in every state`(cell: Cell) throws {
    let files = try mounted(cell)
    let root = try files.root()
    #expect(try root.status(of: "file").st_size == 6)
    #expect(outcome { () throws(SystemError) in try root.changeMode(of: "file", to: 0o600) } == 0)
    #expect(unsafe access(files("file"), R_OK | W_OK) == 0)
    #expect(unsafe chown(files("file"), getuid(), getgid()) == 0)
    let time = TimeChange.set(seconds: 1000, nanoseconds: 5)
    #expect(
      outcome { () throws(SystemError) in try root.changeTimes(of: "file", access: time, modification: time) } == 0)
    #expect(
      outcome { () throws(SystemError) in try root.setExtendedAttribute("user.a", of: "file", to: [7].span) } == 0)
    #expect(try root.extendedAttribute("user.a", of: "file") == [7])
    #expect(try root.extendedAttributeNames(of: "file") == ["user.a"])
    #expect(outcome { () throws(SystemError) in try root.removeExtendedAttribute("user.a", of: "file") } == 0)
    #expect(outcome { () throws(SystemError) in try root.link("file", to: root, as: "second") } == 0)
    #expect(outcome { () throws(SystemError) in try root.rename("second", to: root, as: "third") } == 0)
    #expect(outcome { () throws(SystemError) in try root.makeDirectory("more", mode: 0o700) } == 0)
    #expect(outcome { () throws(SystemError) in try root.makeSymbolicLink("link", target: "file") } == 0)
    #expect(try root.symbolicLinkTarget("link") == Array("file".utf8))
    var names: [String] = []
    try root.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    #expect(names.sorted() == ["file", "folder", "link", "more", "third"])
    for name in ["file", "third", "link"] {
      #expect(outcome { () throws(SystemError) in try root.unlink(name) } == 0)
    }
    for name in ["folder", "more"] {
      #expect(outcome { () throws(SystemError) in try root.removeDirectory(name) } == 0)
    }
  }

  // MARK: - Classes

  @Test(arguments: cells) func `The class can always be asked`(cell: Cell) throws {
    let files = try mounted(cell)
    let root = try files.root()
    let expected = Array(cell.protection.attributeValue.utf8)
    #expect(try root.extendedAttribute("user.bailey.protection", of: "file") == expected)
    #expect(try root.extendedAttribute("user.bailey.protection", of: "folder") == expected)
  }

  @Test(arguments: cells, ProtectionClass.allCases)
  func `Changing a class needs both keys`(cell: Cell, to other: ProtectionClass) throws {
    let files = try mounted(cell)
    let root = try files.root()
    let value = Array(other.attributeValue.utf8)
    let isPermitted =
      cell.protection == other || Self.opens(cell) && cell.state.permitsWrap(KeyClass(other))
    let changed = outcome { () throws(SystemError) in
      try root.setExtendedAttribute("user.bailey.protection", of: "file", to: value.span)
    }
    #expect(changed == (isPermitted ? 0 : EPERM))
    let found = try root.extendedAttribute("user.bailey.protection", of: "file")
    #expect(found == (isPermitted ? value : Array(cell.protection.attributeValue.utf8)))
    guard cell.state != .beforeFirstUnlock else { return }
    files.move(to: .unlocked)
    #expect(try FileDescriptor.open(files("file"), O_RDONLY).read(count: 9, at: 0) == Array("secret".utf8))
  }

  @Test(arguments: ProtectionClass.allCases)
  func `The class of an open class B file stays while locked`(to other: ProtectionClass) throws {
    let files = try MountedFiles()
    try files.make("file", .completeUnlessOpen)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    files.move(to: .locked)
    let value = Array(other.attributeValue.utf8)
    let changed = outcome { () throws(SystemError) in
      try files.root().setExtendedAttribute("user.bailey.protection", of: "file", to: value.span)
    }
    #expect(changed == (other == .completeUnlessOpen ? 0 : EPERM))
    #expect(try file.read(count: 9, at: 0) == Array("secret".utf8))
  }

  @Test(arguments: LockState.allCases, ProtectionClass.allCases)
  func `A folders class can be changed in every state`(state: LockState, to other: ProtectionClass) throws {
    let files = try mounted(Cell(protection: .complete, state: state))
    let root = try files.root()
    let value = Array(other.attributeValue.utf8)
    try root.setExtendedAttribute("user.bailey.protection", of: "folder", to: value.span)
    #expect(try root.extendedAttribute("user.bailey.protection", of: "folder") == value)
  }
}
