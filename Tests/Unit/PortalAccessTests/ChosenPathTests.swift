// SPDX-License-Identifier: Apache-2.0
import Glibc
import PromptModel
import TemporaryFolder
import Testing

@testable import PortalAccess

/// What the person types is what an app gets, and nothing that lies behind it.
@Suite struct ChosenPathTests {
  private func withFiles(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      #expect(unsafe creat(folder + "/letter", 0o600) >= 0 && mkdir(folder + "/letters", 0o700) == 0)
      #expect(unsafe symlink(folder + "/letter", folder + "/link") == 0)
      try body(folder)
    }
  }

  @Test func `A link is what it leads to`() throws {
    try withFiles { folder throws in
      #expect(try ChosenPath(folder + "/link", .open).path == folder + "/letter")
      #expect(try ChosenPath("  \(folder)/letters/../letter \n", .open).path == folder + "/letter")
    }
  }

  @Test func `What is of another kind than the app asks for, or not there, is refused`() throws {
    try withFiles { folder throws in
      #expect(throws: FileProblem.notFile) { try ChosenPath(folder + "/letters", .open) }
      #expect(throws: FileProblem.notFolder) { try ChosenPath(folder + "/letter", .folder) }
      #expect(throws: FileProblem.notFile) { try ChosenPath("/dev/null", .open) }
      for typed in ["", " ", folder + "/none"] {
        #expect(throws: FileProblem.missing) { try ChosenPath(typed, .open) }
      }
    }
  }

  @Test func `A file to be saved need not be there, but its folder`() throws {
    try withFiles { folder throws in
      #expect(try ChosenPath(folder + "/letters/new", .save).path == folder + "/letters/new")
      #expect(try ChosenPath(folder + "/letter", .save).path == folder + "/letter")
      #expect(throws: FileProblem.folderMissing) { try ChosenPath(folder + "/none/new", .save) }
      #expect(throws: FileProblem.folderMissing) { try ChosenPath(folder + "/none/..", .save) }
    }
  }
}
