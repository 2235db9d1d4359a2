// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProcessMemory
import RunningInstance
import SecretMemory
import Testing

@testable import FileKeychain

/// Where the password and the master key of a file-based keychain are: the one nowhere, the other in `baileyd` while the
/// keychain is open.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct FileKeychainMemoryTests {
  private static let password = "the rope is behind the third beam"

  private func needles(_ master: Data) -> [String: Data] {
    ["whole": master, "start": Data(master.prefix(16)), "end": Data(master.suffix(16))]
  }

  /// What the password opens, read and opened once more.
  private func master(of instance: RunningInstance) throws -> Data {
    let url = instance.home.appending(path: "broker/login.keychain-password")
    let bytes = [UInt8](try Data(contentsOf: url))
    let password = SecretBytes(copying: Array(Self.password.utf8).span)
    return try PasswordRecord(encoded: bytes.span).open(password).withBytes { bytes in
      Data(bytes.indices.map { bytes[$0] })
    }
  }

  @Test func `The master key goes with the lock and the password at once`() throws {
    try withInstance(environment: InstanceMemory.visiblePages) { instance in
      let memory = try InstanceMemory(of: instance)
      let password = ["password": Data(Self.password.utf8), "half of it": Data(Self.password.utf8.prefix(16))]
      try instance.succeed(["keychain", "password"], input: Self.password + "\n")
      let master = try needles(master(of: instance))
      let broker = try #require(instance.processes(named: "baileyd").first)
      func places() throws -> [Int32] {
        try memory.processes().filter { try !ProcessMemory.search($0, for: master).isEmpty }
      }
      #expect(try memory.search(for: password) == [])
      #expect(try places() == [broker])
      try instance.succeed(["keychain", "lock"])
      #expect(try places() == [])
      try instance.succeed(["keychain", "unlock"], input: Self.password + "\n")
      #expect(try places() == [broker])
      // With the device.
      try instance.lock()
      #expect(try places() == [])
      try instance.unlock()
      #expect(try places() == [])
      #expect(try memory.search(for: password) == [])
    }
  }
}
