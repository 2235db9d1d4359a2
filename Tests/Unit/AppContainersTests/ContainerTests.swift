// SPDX-License-Identifier: Apache-2.0
import Glibc
import TemporaryFolder
import Testing

@testable import AppContainers
import SystemCalls

/// An app can put anything in the place of its own files: what is bound for it is a folder all the same.
@Suite struct ContainerTests {
  private static let app = "org.example.App"

  private func open(_ mount: String, _ parts: String...) throws -> Container {
    try Container(of: Self.app, on: mount, nil, parts: parts)
  }

  private func isFolder(_ path: String) -> Bool {
    (try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)) != nil
  }

  @Test func `What is missing is made, and there the next time`() throws {
    try withTemporaryFolder { mount throws in
      #expect(try open(mount, "Documents", "Library/Caches").setAside == [])
      let own = "\(mount)/Containers/\(Self.app)"
      #expect(isFolder(own + "/Documents") && isFolder(own + "/Library/Caches"))
      #expect(isFolder("\(mount)/Containers/.temporary/\(Self.app)"))
      #expect(unsafe creat(own + "/Documents/letter", 0o600) >= 0)
      #expect(try open(mount, "Documents", "Library/Caches").setAside == [])
      #expect(unsafe access(own + "/Documents/letter", F_OK) == 0)
    }
  }

  @Test func `A link in the place of a folder is set aside, and not followed`() throws {
    try withTemporaryFolder { mount throws in
      _ = try open(mount, "Library/Caches")
      let own = "\(mount)/Containers/\(Self.app)"
      #expect(unsafe mkdir(mount + "/elsewhere", 0o700) == 0)
      for name in ["Caches (set aside)", "Caches (set aside 2)"] {
        #expect(unsafe rmdir(own + "/Library/Caches") == 0)
        #expect(unsafe symlink(mount + "/elsewhere", own + "/Library/Caches") == 0)
        #expect(try open(mount, "Library/Caches").setAside == [.init(part: "Library/Caches", newName: name)])
        #expect(isFolder(own + "/Library/Caches"))
      }
    }
  }

  @Test func `A container that somebody has put a link in the place of is refused`() throws {
    try withTemporaryFolder { mount throws in
      #expect(unsafe mkdir(mount + "/Containers", 0o700) == 0 && mkdir(mount + "/elsewhere", 0o700) == 0)
      #expect(unsafe symlink(mount + "/elsewhere", "\(mount)/Containers/\(Self.app)") == 0)
      #expect(throws: SystemError.self) { try open(mount) }
    }
  }

  @Test func `An app's temporary files are found with its container, and a group has none`() {
    #expect(
      AppFolders.places(of: "org.example.A", among: Container.containers)
        == ["Containers/org.example.A", "Containers/.temporary/org.example.A"])
    #expect(AppFolders.places(of: "group.A", among: Container.groupContainers) == ["Group Containers/group.A"])
  }
}
