// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import Testing

@Suite struct AccessControlTests {
  @Test(arguments: Accessibility.allCases) func `What is serialized is read back`(protection: Accessibility) throws {
    let made = [
      AccessControl(protection), AccessControl(protection, constraints: []),
      AccessControl(protection, constraints: [.userPresence, .applicationPassword]),
      AccessControl(protection, constraints: [.devicePasscode, .biometryCurrentSet, .or, .privateKeyUsage]),
    ].compactMap { $0 }
    #expect(made.count == 4)
    #expect(Set(made.map(\.serialized)).count == 4)
    for control in made {
      #expect(control.serialized.count == AccessControl.serializedSize)
      #expect(try AccessControl(serialized: control.serialized.span) == control)
    }
  }

  @Test func `The bytes are these`() throws {
    let control = try #require(AccessControl(.whenPasscodeSetThisDeviceOnly, constraints: .devicePasscode))
    #expect(control.serialized == [1, 12, 1, 0, 0, 0, 0x10])
    #expect(AccessControl(.whenUnlocked).serialized == [1, 6, 0, 0, 0, 0, 0])
  }

  @Test(
    arguments: [
      [], [1], [1, 6, 0, 0, 0, 0], [1, 6, 0, 0, 0, 0, 0, 0], [2, 6, 0, 0, 0, 0, 0], [1, 5, 0, 0, 0, 0, 0],
      [1, 6, 2, 0, 0, 0, 0], [1, 6, 0, 0, 0, 0, 1], [1, 6, 1, 0, 0, 0, 4], [1, 6, 1, 0, 0, 0, 3],
    ] as [[UInt8]])
  func `Other bytes do not decode`(bytes: [UInt8]) {
    #expect(throws: KeychainStatus.decode) { try AccessControl(serialized: bytes.span) }
  }

  @Test(
    arguments: [
      [.or, .and], [.biometryAny, .biometryCurrentSet], [.userPresence, .devicePasscode], [.userPresence, .or],
      AccessConstraints(rawValue: 1 << 2),
    ] as [AccessConstraints])
  func `Flags that contradict each other make none`(flags: AccessConstraints) {
    #expect(AccessControl(.whenUnlocked, constraints: flags) == nil)
  }

  @Test func `No flags are not bare protection`() {
    #expect(AccessControl(.whenUnlocked, constraints: []) != AccessControl(.whenUnlocked))
  }

  @Test func `Every accessibility has a class key of its own`() {
    #expect(Set(Accessibility.allCases.map(\.keyClass)).count == Accessibility.allCases.count)
    #expect(Accessibility(rawValue: "f") == nil)
    #expect(Accessibility.standard(for: .certificate) == .always)
    #expect(Accessibility.standard(for: .key) == .whenUnlocked)
  }
}
