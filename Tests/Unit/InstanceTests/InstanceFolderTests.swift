// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Instance
import InstanceLayout
import SystemCalls
import TemporaryFolder
import Testing

@Suite struct InstanceFolderTests {
  private func newLocation(_ base: String) throws -> InstanceLocation {
    let location = InstanceLocation.resolve(currentDirectory: "/", userHome: "/home/a") { name in
      name == "BAILEY_HOME" ? base + "/deep/home" : nil
    }
    return try #require(location)
  }

  @Test func `Creating makes folders for this user only`() throws {
    try withTemporaryFolder { path in
      let location = try newLocation(path)
      _ = try InstanceFolder(creating: location)
      let again = try InstanceFolder(creating: location)
      for name in [".", "enclave", "files", "log", "run"] {
        #expect(try again.home.status(of: name).st_mode & 0o7777 == 0o700)
      }
      _ = try InstanceFolder(existing: location)
    }
  }

  @Test func `Opening what is not there says so`() throws {
    try withTemporaryFolder { path in
      let location = try newLocation(path)
      #expect(throws: InstanceError.notCreated(home: location.home)) { _ = try InstanceFolder(existing: location) }
    }
  }

  @Test(arguments: [(EIO, true), (EOPNOTSUPP, false)])
  func `A folder that cannot be read may hold sealed files`(code: Int32, mayHold: Bool) throws {
    try withTemporaryFolder { path in
      let folder = try InstanceFolder(creating: newLocation(path))
      let isNew = !folder.mayHoldSealedFiles
      #expect(isNew)
      let plan = FaultPlan { $0.call == .getxattr ? code : nil }
      let found = FaultPlan.$current.withValue(plan) { folder.mayHoldSealedFiles }
      #expect(found == mayHold)
    }
  }

  @Test func `Settings are kept`() throws {
    try withTemporaryFolder { path in
      let folder = try InstanceFolder(creating: newLocation(path))
      #expect(try folder.configuration() == Configuration())
      var changed = Configuration()
      changed.mount = "/mnt/x"
      try folder.save(changed)
      #expect(try folder.configuration() == changed)
      #expect(try folder.home.status(of: "config").st_mode & 0o777 == 0o600)
    }
  }

  @Test(arguments: [SystemCall.open, .pwrite, .fsync, .rename])
  func `A failed save leaves the old settings`(call: SystemCall) throws {
    try withTemporaryFolder { path in
      let folder = try InstanceFolder(creating: newLocation(path))
      var old = Configuration()
      old.graceSeconds = 3
      try folder.save(old)
      let plan = FaultPlan { $0.call == call ? EIO : nil }
      FaultPlan.$current.withValue(plan) {
        #expect(throws: InstanceError.self) { try folder.save(Configuration()) }
      }
      #expect(try folder.configuration() == old)
    }
  }

  @Test func `A wrong line is reported with its file`() throws {
    try withTemporaryFolder { path in
      let location = try newLocation(path)
      let folder = try InstanceFolder(creating: location)
      let file = try folder.home.open("config", O_WRONLY | O_CREAT, mode: 0o600)
      try file.write(Array("\nmuont = /x\n".utf8).span, at: 0)
      let expected = InstanceError.configuration(path: location.home + "/config", line: 2, .unknownKey("muont"))
      #expect(throws: expected) { try folder.configuration() }
    }
  }

  @Test func `The lock is for one at a time`() throws {
    try withTemporaryFolder { path in
      let folder = try InstanceFolder(creating: newLocation(path))
      let first = try InstanceLock.acquire(in: folder.home)
      let second = try InstanceLock.acquire(in: folder.home)
      let taken = [first == nil, second == nil]
      #expect(taken == [false, true])
    }
  }
}
