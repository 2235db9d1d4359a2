// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
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

  private func program(_ path: String, _ digest: [UInt8], _ place: ProgramFile.Place = .open) -> ProgramFile {
    ProgramFile(path: Array(path.utf8), digest: digest, place: place)
  }

  private func withRegistry(_ body: (AppRegistry, _ reopened: () throws -> AppRegistry) throws -> Void) throws {
    try withTemporaryFolder { path in
      func open() throws -> AppRegistry { try AppRegistry(in: FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)) }
      try body(open(), open)
    }
  }

  @Test func aRegisteredProgramHasItsEntitlements() throws {
    try withRegistry { registry, _ in
      try registry.register(app("/opt/app", one), by: .owner) { _ in true }
      let access = registry.access(of: program("/opt/app", one), user: 7)
      #expect(access == AppAccess(standing: .registered, identifier: nil, groups: ["T.a"], isAppClip: false))
    }
  }

  @Test func registrationsLast() throws {
    try withRegistry { registry, reopened in
      try registry.register(app("/opt/b", one), by: .owner) { _ in true }
      try registry.register(app("/opt/a", two, group: "T.x"), by: .owner) { _ in true }
      try registry.register(app("/opt/b", two, group: "T.y"), by: .owner) { _ in true }
      let again = try reopened()
      #expect(again.registrations == registry.registrations)
      #expect(again.registrations.map(\.path) == ["/opt/a", "/opt/b"].map { Array($0.utf8) })
      #expect(again.access(of: program("/opt/b", two), user: 7).groups == ["T.y"])
      try again.unregister(Array("/opt/b".utf8))
      #expect(throws: AppRegistryError.notRegistered) { try again.unregister(Array("/opt/b".utf8)) }
      #expect(try reopened().registrations.count == 1)
    }
  }

  @Test func aGroupOfOthersIsNotForAnyone() throws {
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
      try registry.unregister(Array("/opt/a".utf8))
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/b", two), by: .anyone) { $0 == "T.a" }
      }
      #expect(try reopened().registrations.map(\.entitlements.accessGroups) == [["T.free"]])
      try registry.register(app("/opt/b", two), by: .owner) { _ in true }
      #expect(registry.access(of: program("/opt/b", two), user: 7).groups == ["T.a"])
    }
  }

  @Test func anotherFileAtThePathIsNotTheProgram() throws {
    try withRegistry { registry, _ in
      try registry.register(app("/opt/a", one), by: .anyone) { _ in false }
      #expect(throws: AppRegistryError.groupTaken("T.a")) {
        try registry.register(app("/opt/a", two), by: .anyone) { _ in true }
      }
      try registry.register(app("/opt/a", two), by: .anyone) { _ in false }
    }
  }

  @Test func anExecutableThatChangedHasItsPrivateGroupOnly() throws {
    try withRegistry { registry, _ in
      let before = registry.access(of: program("/opt/app", two), user: 7).groups
      try registry.register(app("/opt/app", one), by: .owner) { _ in true }
      let access = registry.access(of: program("/opt/app", two), user: 7)
      #expect(access.standing == .changed)
      #expect(access.groups == before)
      #expect(PrivateGroup.isReserved(access.groups[0]))
    }
  }

  @Test func aProgramThatOnlyClaimsThePathIsNotTheRegisteredOne() throws {
    try withRegistry { registry, _ in
      try registry.register(app("/opt/app", one), by: .owner) { _ in true }
      #expect(registry.access(of: program("/opt/app", one, .elsewhere), user: 7).standing == .changed)
      #expect(registry.access(of: program("/opt/other", one), user: 7).standing == .unregistered)
    }
  }

  @Test func privateGroupsAreTheProgramsOwn() throws {
    try withRegistry { registry, _ in
      func group(_ program: ProgramFile, _ user: UInt32 = 7) -> String {
        registry.access(of: program, user: user).groups[0]
      }
      let groups: Set<String> = [
        group(program("/opt/a", one)), group(program("/opt/a", two)), group(program("/opt/b", one)),
        group(program("/opt/a", one), 8), group(program("/opt/a", one, .guarded)),
      ]
      #expect(groups.count == 5)
      #expect(group(program("/opt/a", one)) == group(program("/opt/a", one)))
      // Root's own program is updated, and keeps what it has stored.
      #expect(group(program("/opt/a", one, .guarded)) == group(program("/opt/a", two, .guarded)))
      #expect(group(program("/opt/a", one, .elsewhere)) == group(program("/opt/a", one)))
    }
  }

  @Test func whoKeepsAnAnswerSeesThatItIsOld() throws {
    try withRegistry { registry, _ in
      let before = registry.generation
      try registry.register(app("/opt/app", one), by: .owner) { _ in true }
      #expect(registry.generation != before)
    }
  }

  @Test func aFullDiskChangesNothing() throws {
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

  @Test func aDamagedFileIsRefused() throws {
    let good = try AppRegistryFile.encode([app("/opt/a", one), app("/opt/b", two)])
    #expect(try AppRegistryFile.decode(good.span).count == 2)
    for index in stride(from: 0, to: good.count, by: 7) {
      var bad = good
      bad[index] ^= 1
      #expect(throws: AppRegistryError.damaged) { _ = try AppRegistryFile.decode(bad.span) }
    }
    #expect(throws: AppRegistryError.damaged) { _ = try AppRegistryFile.decode(good.span.extracting(0..<40)) }
  }
}
