// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Processes
import ProtectedFiles
import ProtectionModel
import SystemCalls
import TemporaryFolder
import Testing

/// Access control lists, as `setfacl` and `cp -a` set them, through a real mount.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct AccessListTests {
  private static let access = "system.posix_acl_access"
  private static let forNew = "system.posix_acl_default"

  /// A list in Linux's form; the owner, the owning group and others as in a mode.
  static func list(
    _ mode: UInt16, users: [(UInt32, UInt16)] = [], groups: [(UInt32, UInt16)] = [], mask: UInt16? = nil
  ) -> [UInt8] {
    var entries: [(tag: UInt16, UInt16, UInt32)] = [(1, mode >> 6, .max)]
    entries += users.map { (2, $0.1, $0.0) } + [(4, mode >> 3 & 7, .max)] + groups.map { (8, $0.1, $0.0) }
    entries += (mask.map { [(0x10, $0, .max)] } ?? []) + [(0x20, mode & 7, .max)]
    let numbers = entries.flatMap { entry in
      [entry.0, entry.1, UInt16(truncatingIfNeeded: entry.2), UInt16(entry.2 >> 16)]
    }
    return [2, 0, 0, 0] + numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  private func mode(_ name: String, _ files: MountedFiles) throws -> UInt32 { try files.stat(name).st_mode & 0o7777 }

  // MARK: - Lists and modes

  @Test(arguments: ["file", "folder", "."]) func `A list is kept and the mode follows it`(name: String) throws {
    let files = try MountedFiles()
    let root = try files.root()
    _ = try root.open("file", O_RDWR | O_CREAT, mode: 0o600)
    try root.makeDirectory("folder", mode: 0o700)
    let list = Self.list(0o750, users: [(1234, 6)], groups: [(7, 4)], mask: 6)
    try root.setExtendedAttribute(Self.access, of: name, to: list.span)
    #expect(try mode(name, files) == 0o760)
    #expect(try root.extendedAttribute(Self.access, of: name) == list)
    #expect(try root.extendedAttributeNames(of: name) == [Self.access])
    let again = try files.restarted(.beforeFirstUnlock)
    #expect(try again.root().extendedAttribute(Self.access, of: name) == list)
    try again.root().removeExtendedAttribute(Self.access, of: name)
    #expect(try again.root().extendedAttribute(Self.access, of: name) == nil)
    #expect(try mode(name, again) == 0o760)
  }

  @Test func `The mask follows the mode`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    _ = try root.open("file", O_RDWR | O_CREAT, mode: 0o600)
    try root.setExtendedAttribute(Self.access, of: "file", to: Self.list(0o640, users: [(1234, 7)], mask: 7).span)
    try root.changeMode(of: "file", to: 0o4711)
    let expected = Self.list(0o741, users: [(1234, 7)], mask: 1)
    #expect(try root.extendedAttribute(Self.access, of: "file") == expected)
    #expect(try mode("file", files) == 0o4711)
  }

  @Test func `A list that says no more than a mode becomes one`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    _ = try root.open("file", O_RDWR | O_CREAT, mode: 0o600)
    try root.setExtendedAttribute(Self.access, of: "file", to: Self.list(0o640, users: [(1234, 7)], mask: 7).span)
    try root.setExtendedAttribute(Self.access, of: "file", to: Self.list(0o604).span)
    #expect(try mode("file", files) == 0o604)
    #expect(try root.extendedAttribute(Self.access, of: "file") == nil)
    #expect(try root.extendedAttributeNames(of: "file") == [])
  }

  @Test func `What can have no list says so`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    _ = try root.open("file", O_RDWR | O_CREAT, mode: 0o600)
    try root.makeNode("pipe", mode: S_IFIFO | 0o644, device: 0)
    let list = Self.list(0o640, users: [(1234, 7)], mask: 7)
    let set = { (attribute: String, name: String) in
      outcome { () throws(SystemError) in try root.setExtendedAttribute(attribute, of: name, to: list.span) }
    }
    #expect(set(Self.access, "pipe") == EOPNOTSUPP)
    #expect(set(Self.forNew, "file") == EACCES)
    #expect(try root.extendedAttribute(Self.access, of: "pipe") == nil)
    #expect(try root.extendedAttribute(Self.forNew, of: "file") == nil)
  }

  // MARK: - What is made in a folder

  @Test func `New files begin with the list of their folder`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    try root.makeDirectory("folder", mode: 0o755)
    let list = Self.list(0o770, users: [(1234, 7)], mask: 7)
    try root.setExtendedAttribute(Self.forNew, of: "folder", to: list.span)
    try files.shell("umask 077; cd folder; touch file; mkdir inner; mkfifo pipe")
    #expect(try mode("folder/file", files) == 0o660)
    #expect(
      try root.extendedAttribute(Self.access, of: "folder/file") == Self.list(0o670, users: [(1234, 7)], mask: 6))
    #expect(try root.extendedAttribute(Self.forNew, of: "folder/inner") == list)
    #expect(try root.extendedAttribute(Self.access, of: "folder/inner") == list)
    #expect(try mode("folder/pipe", files) == 0o660)
    let again = try files.restarted(.unlocked)
    _ = try again.root().open("folder/inner/file", O_RDWR | O_CREAT, mode: 0o666)
    #expect(try mode("folder/inner/file", again) == 0o660)
  }

  @Test func `Without a list the umask applies`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    try files.shell("umask 027; touch file; mkdir folder; mkfifo pipe")
    #expect(try mode("file", files) == 0o640 && mode("folder", files) == 0o750 && mode("pipe", files) == 0o640)
    try root.setExtendedAttribute(Self.forNew, of: "folder", to: Self.list(0o777).span)
    try root.removeExtendedAttribute(Self.forNew, of: "folder")
    try files.shell("umask 027; touch folder/file")
    #expect(try mode("folder/file", files) == 0o640)
  }

  // MARK: - Who may

  @Test(.enabled(if: geteuid() == 0, "only root can be somebody else"))
  func `The kernel checks by the list`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    try root.changeMode(of: ".", to: 0o755)
    try FileDescriptor.open(files("file"), O_RDWR | O_CREAT, mode: 0o600).write([1].span, at: 0)
    let reads = { (user: Int) in
      try files.end(of: "setpriv --reuid=\(user) --regid=\(user) --clear-groups cat file") == .exited(0)
    }
    #expect(try !reads(1234))
    try root.setExtendedAttribute(Self.access, of: "file", to: Self.list(0o600, users: [(1234, 4)], mask: 4).span)
    #expect(try reads(1234) && !reads(1235))
    // By the mask nobody but the owner is left.
    try root.changeMode(of: "file", to: 0o600)
    #expect(try !reads(1234))
    try root.changeMode(of: "file", to: 0o640)
    #expect(try reads(1234) && !reads(1235))
    let again = try files.restarted(.unlocked)
    #expect(try again.root().extendedAttribute(Self.access, of: "file") != nil)
  }

  @Test func `A list of a damaged store lets nobody in`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    try root.makeDirectory("folder", mode: 0o755)
    try root.setExtendedAttribute(Self.forNew, of: "folder", to: Self.list(0o700, users: [(9, 7)], mask: 7).span)
    let entry = try #require(try FileDescriptor.open(files.backing.path, O_RDONLY | O_DIRECTORY).names().first)
    let backing = try FileDescriptor.open(files.backing.path + "/" + entry, O_RDONLY | O_DIRECTORY)
    try backing.setExtendedAttribute("user.bailey-acl-default", to: [1, 2, 3].span)
    let again = try files.restarted(.unlocked)
    let made = outcome { () throws(SystemError) in
      _ = try again.root().open("folder/file", O_RDWR | O_CREAT, mode: 0o600)
    }
    #expect(made == EIO)
  }
}

extension FileDescriptor {
  /// What is in a store, without what is its own.
  fileprivate borrowing func names() throws -> [String] {
    var names: [String] = []
    try forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names.filter { !$0.hasPrefix(".") }
  }
}
