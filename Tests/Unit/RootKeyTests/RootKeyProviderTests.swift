// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Files
import Foundation
import RootKey
import SecretMemory
import SystemCalls
import Testing

/// What every root key does, whatever guards it.
@Suite struct RootKeyProviderTests {
  @Test(arguments: RootKeyHome.kinds) func `Is the same each time it is opened`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      let first = try revealed { try home.open() }
      #expect(try revealed { try home.open(.isRefused) } == first)
      #expect(try revealed { try home.open(.getsNewKey) } == first)
      #expect(try home.open().kind == kind)
      #expect(try home.bytes.count == 8192)
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `Derives a key of its own for each purpose`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      let key = try home.open()
      let keys = try ["", "a", "b", "aa"].map { purpose in try revealed({ key }, purpose) }
      #expect(Set(keys).count == 4)
      #expect(keys.allSatisfy { $0.count == 32 })
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `Tangles with the root key`(kind: RootKeyKind) throws {
    let stretched = SystemRandom.secret(32)
    var tangled: [[UInt8]] = []
    for _ in 0..<2 {
      try RootKeyHome.with(kind) { home in
        let key = try home.open()
        tangled.append(digest(try key.tangle(stretched)))
        #expect(digest(try key.tangle(stretched)) == tangled.last)
        #expect(digest(try key.tangle(SystemRandom.secret(32))) != tangled.last)
      }
    }
    #expect(tangled[0] != tangled[1])
  }

  @Test(arguments: RootKeyHome.kinds) func `A blank file is refused when a key is expected`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      #expect(refusal { _ = try home.open(.isRefused) } == .blank)
      try home.replace([UInt8](repeating: 0, count: 8192))
      #expect(refusal { _ = try home.open(.isRefused) } == .blank)
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `Destroyed it is gone here and on the disk`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      let before = try revealed { try home.open() }
      try destroy(home)
      #expect(try home.bytes.allSatisfy { $0 == 0 })
      #expect(refusal { _ = try home.open(.isRefused) } == .blank)
      #expect(try revealed { try home.open() } != before)
    }
  }

  private func destroy(_ home: RootKeyHome) throws {
    let key = try home.open()
    try key.destroy()
    #expect(refusal { _ = try key.derive("x") } == .destroyed)
    #expect(refusal { _ = try key.tangle(SystemRandom.secret(32)) } == .destroyed)
    try key.destroy()
  }

  @Test(arguments: RootKeyHome.kinds, [0o644, 0o604, 0o640, 0o660, 0o620, 0o602, 0o700, 0o4600] as [mode_t])
  func `A file that is not the users alone is refused`(kind: RootKeyKind, mode: mode_t) throws {
    try RootKeyHome.with(kind) { home in
      _ = try home.open()
      try home.change(mode: mode)
      #expect(refusal { _ = try home.open() } == .exposed(mode: S_IFREG | mode, owner: geteuid()))
      try home.change(mode: 0o600)
      _ = try home.open(.isRefused)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `A file of another user is refused`() throws {
    try RootKeyHome.with(.file) { home in
      _ = try home.open()
      try home.change(owner: 65534)
      #expect(refusal { _ = try home.open() } == .exposed(mode: S_IFREG | 0o600, owner: 65534))
    }
  }

  @Test func `What is no file is refused`() throws {
    let mode = try FileDescriptor.open("/dev/null", O_RDWR).status().st_mode
    let error = refusal {
      _ = try KeyFileRootKey(in: try FileDescriptor.open("/dev/null", O_RDWR), blankFile: .getsNewKey)
    }
    #expect(error == .exposed(mode: mode, owner: 0))
  }

  @Test func `The count of attempts needs a TPM`() throws {
    try RootKeyHome.with(.file) { home in
      let key = try home.open()
      #expect(key.counter == nil)
    }
  }
}

/// Lets secrets be compared without a copy of either.
func digest(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withBytes { SHA256.hash($0) } }
