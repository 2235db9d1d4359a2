// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls
import Testing

@Suite struct FileDescriptorTests {
  @Test func `A planned fault replaces the call`() throws {
    let file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    let plan = FaultPlan { $0.call == .pwrite ? ENOSPC : nil }
    FaultPlan.$current.withValue(plan) {
      #expect(throws: SystemError(.pwrite, code: ENOSPC)) { try file.write([1, 2, 3].span, at: 0) }
    }
    #expect(try file.status().st_size == 0)
  }

  @Test func `Read stops at the end`() throws {
    let file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    try file.write([1, 2, 3].span, at: 5)
    #expect(try file.read(count: 100, at: 4) == [0, 1, 2, 3])
    #expect(try file.read(count: 100, at: 8) == [])
  }

  @Test func `A missing extended attribute is nil`() throws {
    let file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    #expect(try file.extendedAttribute("user.none") == nil)
    try file.setExtendedAttribute("user.some", to: [9].span)
    #expect(try file.extendedAttribute("user.some") == [9])
    #expect(try file.extendedAttributeNames() == ["user.some"])
  }
}
