// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainModel
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import FileKeychain

/// Which access groups have items: that is asked before a group is given to a program.
extension FileKeychainsTests {
  private static let group = "team.app"

  @Test func `A locked keychain tells too which groups have items`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      do {
        let keychains = try keychains(folder, keys)
        #expect(try !keychains.hasItems(in: Self.group))
        try keychains.create(build, secret("one"))
        #expect(try !keychains.hasItems(in: Self.group))
        try add("a", keychains, .named(build))
        for lock in [{}, { try keychains.lock(build) }, { keychains.lockAll() }, { keys.move(to: .locked) }] {
          try lock()
          #expect(try keychains.hasItems(in: Self.group))
          #expect(try !keychains.hasItems(in: "team.other"))
        }
      }
      // One that nobody has opened since.
      let again = try keychains(folder, keys)
      #expect(again.listing.entries[1].condition == .locked)
      #expect(try again.hasItems(in: Self.group))
      try again.delete(build)
      #expect(try !again.hasItems(in: Self.group))
    }
  }

  @Test func `Where a keychain cannot be read no group is free`() throws {
    try withTemporaryFolder { folder in
      do {
        let keychains = try keychains(folder)
        try keychains.create(build, secret("one"))
        try add("a", keychains, .named(build))
      }
      try Data("none".utf8).write(to: URL(fileURLWithPath: folder + "/keychains/list"))
      #expect(throws: KeychainStatus.invalidKeychain) { _ = try keychains(folder).hasItems(in: Self.group) }
    }
  }
}
