// SPDX-License-Identifier: Apache-2.0
import RootKey
import SoftwareTPM
import Testing
import TrustedPlatformModule

@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct TPMRootKeyTests {
  @Test func `A copy of the file is of no use in another machine`() throws {
    try RootKeyHome.with(.tpm) { home in
      _ = try home.open()
      try RootKeyHome.with(.tpm) { other in
        try other.replace(home.bytes)
        #expect(refusal { _ = try other.open() } == .otherMachine)
        #expect(try other.bytes == home.bytes)
      }
    }
  }

  @Test func `Counts attempts across restarts`() throws {
    try RootKeyHome.with(.tpm) { home in
      let first = try count(home)
      #expect(try count(home) == first + 1)
      #expect(try #require(home.open().counter).value() == first + 1)
    }
  }

  private func count(_ home: RootKeyHome) throws -> UInt64 {
    let counter = try #require(home.open().counter)
    let before = try counter.value()
    let after = try counter.increment()
    #expect(after == before + 1)
    return after
  }

  /// Restoring an old copy of the file restores no count.
  @Test func `An old copy of the file does not set the count back`() throws {
    try RootKeyHome.with(.tpm) { home in
      _ = try count(home)
      let copy = try home.bytes
      let last = try count(home)
      try home.replace(copy)
      #expect(try #require(home.open().counter).value() == last)
    }
  }

  @Test func `A counter that somebody removed goes on above its value`() throws {
    try RootKeyHome.with(.tpm) { home in
      let last = try count(home)
      let index = try home.bytes[12..<16].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let counter = try #require(TPMCounter(index: index))
      try home.tamper { try $0.undefine(counter) }
      #expect(try #require(home.open().counter).value() > last)
    }
  }

  @Test func `Destroying it frees the counter`() throws {
    try RootKeyHome.with(.tpm) { home in
      try home.open().destroy()
      _ = try home.open()
      let index = try home.bytes[12..<16].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let counter = try #require(TPMCounter(index: index))
      try home.open().destroy()
      #expect(throws: TPMError.self) { try home.tamper { _ = try $0.value(of: counter) } }
    }
  }
}
