// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import RepositoryFolder
import SoftwareTPM
import Testing
import TrustedPlatformModule

@testable import RootKey
import SystemCalls

/// `Tests/Formats/root-key-v1` holds a root key that a TPM has sealed; `Documentation/Keybag.md` is enough to read it.
///
/// `BAILEY_WRITE_FIXTURES=1` makes the file where it is missing; one that is there is never written again.
@Suite struct RootKeyFixtureTests {
  private static let file = RepositoryFolder.tests.appending(path: "Formats/root-key-v1/root.tpm")

  @Test func `The fixture is what its description says and the program reads the same`() throws {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeIfMissing() }
    try expectAsDescribed([UInt8](Data(contentsOf: Self.file)))
  }

  @Test(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) func `A new key is what the description says`()
    throws
  {
    try RootKeyHome.with(.tpm) { home in
      _ = try home.open()
      try expectAsDescribed(home.bytes)
    }
  }

  /// Another machine's TPM refuses it: it is read as whole and nothing is made in its place.
  @Test(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) func `The fixture is of another machine`()
    throws
  {
    try RootKeyHome.with(.tpm) { home in
      let bytes = try [UInt8](Data(contentsOf: Self.file))
      try home.replace(bytes)
      #expect(refusal { _ = try home.open() } == .otherMachine)
      #expect(try home.bytes == bytes)
    }
  }

  private func expectAsDescribed(_ file: [UInt8]) throws {
    func integer(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    try #require(file.count == 8192)
    #expect(file[..<4096] == file[4096...])
    #expect(Array(file[..<8]) == Array("BAILEYRK".utf8) && file[8] == 1 && file[9] == 1)
    let end = 12 + integer(file[10..<12])
    #expect(Array(file[end..<end + 32]) == SHA256.hash(Array(file[..<end]).span))
    #expect(file[(end + 32)..<4096].allSatisfy { $0 == 0 })
    // An NV index of the owner's range.
    #expect(file[12] == 1 && file[13] & 0xC0 == 0x80)
    let middle = 18 + integer(file[16..<18])
    let publicArea = file[18..<middle]
    let privateArea = file[(middle + 2)..<end]
    #expect(integer(file[middle..<middle + 2]) == privateArea.count)
    for area in [publicArea, privateArea] { #expect(integer(area.prefix(2)) == area.count - 2) }
    // A keyed hash, named by SHA-256.
    #expect(Array(publicArea.dropFirst(2).prefix(4)) == [0, 8, 0, 11])

    guard case .sealed(let secret, let counter) = try RootKeyRecord(decoding: Array(file[..<4096]).span) else {
      Issue.record("another kind")
      return
    }
    #expect(secret.publicArea == Array(publicArea) && secret.privateArea == Array(privateArea))
    #expect(Int(counter.index) == integer(file[12..<16]))
  }

  private func writeIfMissing() throws {
    guard !FileManager.default.fileExists(atPath: Self.file.path) else { return }
    try FileManager.default.createDirectory(
      at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try RootKeyHome.with(.tpm) { home in
      _ = try home.open()
      try Data(home.bytes).write(to: Self.file)
    }
  }
}
