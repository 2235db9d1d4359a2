// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import CryptoPrimitives
import Files
import Glibc
import ProtectionModel
import ProtectionModelTesting
import SystemCalls
import TemporaryFolder
import Testing

@Suite struct AppRegistryTests {
  private let one = [UInt8](repeating: 1, count: 32)
  private let two = [UInt8](repeating: 2, count: 32)

  private func app(_ path: String, _ digest: [UInt8], group: String = "T.a") throws -> AppRegistration {
    let xml = "<plist><dict><key>keychain-access-groups</key><array><string>\(group)</string></array></dict></plist>"
    return try AppRegistration(path: Array(path.utf8), digest: digest, xml: Array(xml.utf8))
  }

  private func withRegistry(_ body: (AppRegistry, _ reopened: () throws -> AppRegistry) throws -> Void) throws {
    try withTemporaryFolder { path in
      let seals = SealsInMemory()
      func open() throws -> AppRegistry {
        try AppRegistry(in: FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), seals)
      }
      try body(open(), open)
    }
  }

  @Test func `Registrations last`() throws {
    try withRegistry { registry, reopened in
      try registry.register(app("/opt/b", one), by: .owner) { _ in true }
      try registry.register(app("/opt/a", two, group: "T.x"), by: .owner) { _ in true }
      try registry.register(app("/opt/b", two, group: "T.y"), by: .owner) { _ in true }
      let again = try reopened()
      #expect(again.registrations == registry.registrations)
      #expect(again.registrations.map(\.path) == ["/opt/a", "/opt/b"].map { Array($0.utf8) })
      #expect(again.registration(at: Array("/opt/b".utf8))?.entitlements.accessGroups == ["T.y"])
      try again.unregister(Array("/opt/b".utf8), by: .owner) { _ in true }
      #expect(throws: AppRegistryError.notRegistered) {
        try again.unregister(Array("/opt/b".utf8), by: .owner) { _ in true }
      }
      #expect(try reopened().registrations.count == 1)
    }
  }

  @Test func `A group of others is not for anyone`() throws {
    try withRegistry { registry, reopened in
      let empty: (String) -> Bool = { _ in false }
      try registry.register(app("/opt/a", one), by: .anyone, hasItems: empty)
      // What it has it keeps, and a group that is nobody's is free.
      try registry.register(app("/opt/a", one), by: .anyone) { _ in true }
      try registry.register(app("/opt/b", two, group: "T.free"), by: .anyone, hasItems: empty)
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/b", two), by: .anyone, hasItems: empty)
      }
      // Whoever had it: what is in it counts.
      try registry.unregister(Array("/opt/a".utf8), by: .owner, hasItems: empty)
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/b", two), by: .anyone) { $0 == "T.a" }
      }
      #expect(try reopened().registrations.map(\.entitlements.accessGroups) == [["T.free"]])
      try registry.register(app("/opt/b", two), by: .owner) { _ in true }
      #expect(registry.registration(at: Array("/opt/b".utf8))?.entitlements.accessGroups == ["T.a"])
    }
  }

  @Test func `Another file at the path is not the program`() throws {
    try withRegistry { registry, _ in
      try registry.register(app("/opt/a", one), by: .anyone) { _ in false }
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/a", two), by: .anyone) { _ in true }
      }
      // Whether there are items or not: what the program keeps elsewhere cannot be counted.
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/a", two), by: .anyone) { _ in false }
      }
    }
  }

  // MARK: - Attacks

  @Test func `a group that was given to a program is nobody else's after an unregistration without the passcode`()
    throws
  {
    try withRegistry { registry, reopened in
      let (empty, path): ((String) -> Bool, [UInt8]) = ({ _ in false }, Array("/opt/a".utf8))
      try registry.register(app("/opt/a", one), by: .anyone, hasItems: empty)
      try registry.noteKeys(in: "T.a")
      // The group looks empty: its keys are blobs that the program keeps.
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.unregister(path, by: .anyone, hasItems: empty)
      }
      let again = try reopened()
      #expect(throws: AppRegistryError.groupTaken("T.a")) { try again.unregister(path, by: .anyone, hasItems: empty) }
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try again.register(app("/tmp/thief", two), by: .anyone, hasItems: empty)
      }
      // The owner takes it from the program, and gives it to another; it is free for nobody.
      try again.unregister(path, by: .owner, hasItems: empty)
      for thief in [try app("/tmp/thief", two), try app("/opt/a", one)] {
        #expect(throws: AppRegistryError.groupTaken("T.a")) { try again.register(thief, by: .anyone, hasItems: empty) }
      }
      try again.register(app("/opt/b", two), by: .owner, hasItems: empty)
      #expect(try reopened().registration(at: Array("/opt/b".utf8))?.entitlements.accessGroups == ["T.a"])
    }
  }

  @Test func `a program that takes another's place keeps its groups from the first only with the passcode`() throws {
    try withRegistry { registry, _ in
      let empty: (String) -> Bool = { _ in false }
      try registry.register(app("/opt/a", one), by: .anyone, hasItems: empty)
      // Another group at the path: the first one is still the first program's.
      try registry.register(app("/opt/a", two, group: "T.other"), by: .anyone, hasItems: empty)
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/a", two), by: .anyone, hasItems: empty)
      }
      try registry.register(app("/opt/a", one), by: .anyone, hasItems: empty)
    }
  }

  @Test func `unregistering takes the passcode where anything is stored, and nothing where nothing ever was`() throws {
    try withRegistry { registry, _ in
      let path = Array("/opt/a".utf8)
      try registry.register(app("/opt/a", one), by: .anyone) { _ in false }
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.unregister(path, by: .anyone) { $0 == "T.a" }
      }
      try registry.unregister(path, by: .anyone) { _ in false }
      // It was the first program's, and still is: what it may have kept where nobody looks stays its own.
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/b", two), by: .anyone) { _ in false }
      }
      try registry.register(app("/opt/a", one), by: .anyone) { _ in false }
    }
  }

  @Test func `keys of a program that nobody registered make their group somebody's`() throws {
    try withRegistry { registry, reopened in
      try registry.noteKeys(in: "T.a")
      try registry.noteKeys(in: PrivateGroup.prefix + "0123")
      let again = try reopened()
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try again.register(app("/tmp/thief", two), by: .anyone) { _ in false }
      }
      let before = again.generation
      try again.noteKeys(in: "T.a")
      #expect(again.generation == before)
    }
  }

  @Test func `groups that anyone gives leave room for those that the owner gives`() throws {
    let groups = (0...(1 << 15)).map { GroupHolding("T.\($0)", [], mayHaveKeys: false) }
    let register = AppRegister([], groups)
    #expect(throws: AppRegistryError.full) { try AppRegistryFile.encode(register, leavingRoom: true) }
    _ = try AppRegistryFile.encode(register)
  }

  @Test func `a register of version 1 opens, and its groups count as used`() throws {
    let registered = try app("/opt/a", one)
    func number(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 255)] }
    var bytes = Array("BAILEYAP".utf8) + number(1) + number(1) + number(6) + registered.path + one
    bytes += number(registered.xml.count) + registered.xml
    bytes += SHA256.hash(bytes.span)
    let register = try AppRegistryFile.decode(bytes.span).register
    #expect(register.apps[registered.path] == registered)
    let holders: Set = [Executable(path: registered.path, digest: one)]
    #expect(register.groups["T.a"] == GroupHolding("T.a", holders, mayHaveKeys: true))
  }

  @Test func `Who keeps an answer sees that it is old`() throws {
    try withRegistry { registry, _ in
      let before = registry.generation
      try registry.register(app("/opt/app", one), by: .owner) { _ in true }
      #expect(registry.generation != before)
    }
  }

  @Test func `A full disk changes nothing`() throws {
    try withRegistry { registry, reopened in
      try registry.register(app("/opt/app", one), by: .owner) { _ in true }
      for call in [SystemCall.open, .pwrite, .fsync, .rename] {
        let plan = FaultPlan { $0.call == call ? ENOSPC : nil }
        FaultPlan.$current.withValue(plan) {
          #expect(throws: AppRegistryError.storage(SystemError(call, code: ENOSPC))) {
            try registry.register(app("/opt/b", one), by: .owner) { _ in true }
          }
        }
        #expect(registry.registrations.count == 1)
        #expect(try reopened().registrations == registry.registrations)
      }
    }
  }

  @Test func `A damaged file is refused`() throws {
    let holders: Set = [Executable(path: [0x2F], digest: one)]
    let register = AppRegister(
      [try app("/opt/a", one), try app("/opt/b", two)], [GroupHolding("T.a", holders, mayHaveKeys: false)])
    let seal = try #require(RegisterSeal(number: 7, code: one))
    let good = try AppRegistryFile.encode(register) + AppRegistryFile.encode(seal)
    let contents = try AppRegistryFile.decode(good.span)
    #expect(contents.register == register && contents.seal == seal)
    for index in stride(from: 0, to: good.count - 40, by: 7) {
      var bad = good
      bad[index] ^= 1
      // What still has the form of a register is one that was never sealed.
      guard let other = try? AppRegistryFile.decode(bad.span) else { continue }
      #expect(other.digest != contents.digest)
    }
    #expect(throws: AppRegistryError.damaged) { _ = try AppRegistryFile.decode(good.span.extracting(0..<40)) }
  }

  // MARK: - Which one counts

  /// The folder of a registry and its enclave.
  private func withFolder(
    _ body: (_ file: String, _ open: () throws -> AppRegistry, _ seals: SealsInMemory) throws -> Void
  ) throws {
    try withTemporaryFolder { path in
      let seals = SealsInMemory()
      try body(path + "/apps", { try AppRegistry(in: FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), seals) }, seals)
    }
  }

  private func bytes(of file: String) throws -> [UInt8] {
    try FileDescriptor.open(file, O_RDONLY).read(count: AppRegistryFile.largest, at: 0)
  }

  private func write(_ bytes: [UInt8], to file: String) throws {
    try FileDescriptor.open(file, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600).write(bytes.span, at: 0)
  }

  @Test func `An older register, a forged one and none at all are refused`() throws {
    try withFolder { file, open, _ in
      let registry = try open()
      try registry.register(app("/opt/a", one), by: .owner) { _ in false }
      let older = try bytes(of: file)
      try registry.unregister(Array("/opt/a".utf8), by: .owner) { _ in false }
      let newest = try bytes(of: file)
      try write(older, to: file)
      #expect(try open().defect == .older)
      var forged = newest
      forged[forged.count - 1] ^= 1
      try write(forged, to: file)
      #expect(try open().defect == .forged)
      // One of an earlier version, which has no seal.
      let unsealed = Array("BAILEYAP".utf8) + [0, 0, 0, 1, 0, 0, 0, 0]
      try write(unsealed + SHA256.hash(unsealed.span), to: file)
      #expect(try open().defect == .forged)
      try FileDescriptor.open(String(file.dropLast(5)), O_RDONLY | O_DIRECTORY).unlink("apps")
      #expect(try open().defect == .missing)
      try write(newest, to: file)
      #expect(try open().defect == nil)
    }
  }

  @Test func `After a refused register the owner begins a new one, in which no group is free`() throws {
    try withFolder { file, open, _ in
      try open().register(app("/opt/a", one), by: .owner) { _ in false }
      try FileDescriptor.open(String(file.dropLast(5)), O_RDONLY | O_DIRECTORY).unlink("apps")
      let registry = try open()
      #expect(registry.registrations.isEmpty)
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/evil", two), by: .anyone) { _ in false }
      }
      try registry.register(app("/opt/a", one), by: .owner) { _ in false }
      #expect(registry.defect == nil)
      let again = try open()
      #expect(again.registrations.count == 1)
      #expect(throws: AppRegistryError.groupTaken("T.b")) {
        try again.register(app("/opt/evil", two, group: "T.b"), by: .anyone) { _ in false }
      }
    }
  }

  @Test func `A register of an earlier version is sealed when it is opened first`() throws {
    try withFolder { file, open, seals in
      let registered = try app("/opt/a", one)
      func number(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 255)] }
      var old = Array("BAILEYAP".utf8) + number(1) + number(1) + number(6) + registered.path + one
      old += number(registered.xml.count) + registered.xml
      old += SHA256.hash(old.span)
      try write(old, to: file)
      #expect(try open().registrations == [registered])
      #expect(seals.registerNumber() == 1)
      #expect(try open().registrations == [registered])
      try write(old, to: file)
      #expect(try open().defect == .forged)
    }
  }
}
