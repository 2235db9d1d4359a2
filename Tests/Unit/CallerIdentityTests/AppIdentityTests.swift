// SPDX-License-Identifier: Apache-2.0
import AppModel
import CallerIdentity
import Testing

@Suite struct AppIdentityTests {
  private let one = [UInt8](repeating: 1, count: 32)
  private let two = [UInt8](repeating: 2, count: 32)

  private func app(_ path: String, _ digest: [UInt8], group: String = "T.a") throws -> AppRegistration {
    let xml = "<plist><dict><key>keychain-access-groups</key><array><string>\(group)</string></array></dict></plist>"
    return try AppRegistration(path: Array(path.utf8), digest: digest, xml: Array(xml.utf8))
  }

  private func program(_ path: String, _ digest: [UInt8], _ place: ProgramFile.Place = .open) -> ProgramFile {
    ProgramFile(path: Array(path.utf8), digest: digest, place: place)
  }

  private func identity(_ program: ProgramFile, user: UInt32 = 7, _ registered: AppRegistration? = nil) -> AppIdentity {
    AppIdentity(of: program, user: user, registered: registered)
  }

  @Test func `A registered program has its entitlements`() throws {
    let identity = identity(program("/opt/app", one), try app("/opt/app", one))
    #expect(identity.access == AppAccess(standing: .registered, identifier: nil, groups: ["T.a"], isAppClip: false))
    #expect(identity.tier == .registered)
  }

  @Test func `An executable that changed has its private group only`() throws {
    let before = identity(program("/opt/app", two)).access.groups
    let identity = identity(program("/opt/app", two), try app("/opt/app", one))
    #expect(identity.access.standing == .changed && identity.tier == .unverified)
    #expect(identity.access.groups == before)
    #expect(PrivateGroup.isReserved(identity.access.groups[0]))
  }

  @Test func `A program that only claims the path is not the registered one`() throws {
    let registered = try app("/opt/app", one)
    #expect(identity(program("/opt/app", one, .elsewhere), registered).access.standing == .changed)
    #expect(identity(program("/opt/other", one)).access.standing == .unregistered)
    #expect(identity(program("/opt/other", one)).tier == .unverified)
  }

  @Test func `A program registered without an access group has none, and none of its own either`() throws {
    let xml = Array("<plist><dict><key>keychain-access-groups</key><array/></dict></plist>".utf8)
    let registered = try AppRegistration(path: Array("/opt/app".utf8), digest: one, xml: xml)
    #expect(identity(program("/opt/app", one), registered).access.groups.isEmpty)
  }

  @Test func `Private groups are the programs own`() throws {
    func group(_ program: ProgramFile, _ user: UInt32 = 7) -> String { identity(program, user: user).access.groups[0] }
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
