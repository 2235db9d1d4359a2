// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import CryptoPrimitives
import Glibc
import LinuxSystem
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
      func open() throws -> AppRegistry { try AppRegistry(in: FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)) }
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
      try again.unregister(path, by: .owner, hasItems: empty)
      try again.register(app("/opt/b", two), by: .anyone, hasItems: empty)
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
      try registry.register(app("/opt/b", two), by: .anyone) { _ in false }
    }
  }

  @Test func `a register of version 1 opens, and its groups count as used`() throws {
    let registered = try app("/opt/a", one)
    func number(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 255)] }
    var bytes = Array("BAILEYAP".utf8) + number(1) + number(1) + number(6) + registered.path + one
    bytes += number(registered.xml.count) + registered.xml
    bytes += SHA256.hash(bytes.span)
    let register = try AppRegistryFile.decode(bytes.span)
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
    let good = try AppRegistryFile.encode(register)
    #expect(try AppRegistryFile.decode(good.span) == register)
    for index in stride(from: 0, to: good.count, by: 7) {
      var bad = good
      bad[index] ^= 1
      #expect(throws: AppRegistryError.damaged) { _ = try AppRegistryFile.decode(bad.span) }
    }
    #expect(throws: AppRegistryError.damaged) { _ = try AppRegistryFile.decode(good.span.extracting(0..<40)) }
  }
}
