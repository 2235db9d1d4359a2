// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import CryptoPrimitives
import Foundation
import SystemCalls
import TemporaryFolder
import Testing

/// A folder against its sealed list.
@Suite struct BundleSealTests {
  private func withBundle(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { path in
      let files = FileManager.default
      try files.createDirectory(atPath: path + "/Resources/en.lproj", withIntermediateDirectories: true)
      for name in ["Info.plist", "App", "Resources/en.lproj/a b%.strings", "Resources/empty"] {
        try Data((name.hasSuffix("empty") ? "" : name).utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      }
      try files.createSymbolicLink(atPath: path + "/Resources/link", withDestinationPath: "en.lproj/../empty")
      try body(path)
    }
  }

  private func list(_ path: String) throws -> SealedList {
    try BundleSeal.list(of: FileDescriptor.open(path, O_RDONLY | O_DIRECTORY))
  }

  private func defect(_ path: String, _ list: SealedList) throws -> BundleDefect? {
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    do throws(BundleDefect) {
      try BundleSeal.verify(folder, against: list)
      return nil
    } catch {
      return error
    }
  }

  private func shell(_ text: String, in path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "cd '\(path)' && \(text)"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  @Test func `A list is read as it was written and describes the folder`() throws {
    try withBundle { path in
      let list = try self.list(path)
      let bytes = try list.encoded()
      let again = try SealedList.decode(bytes.span)
      #expect(again == list)
      #expect(list.entries.map(\.path).contains("Resources/en.lproj/a b%.strings"))
      #expect(try defect(path, list) == nil)
    }
  }

  @Test func `Every difference has its name`() throws {
    try withBundle { path in
      let list = try self.list(path)
      let changes: [(String, String, BundleDefect)] = [
        ("echo longer > App", "printf App > App", .changed("App")),
        ("printf Apq > App", "printf App > App", .changed("App")),
        ("chmod 600 App", "chmod 644 App", .changedMode("App")),
        ("touch new", "rm new", .added("new")),
        ("mv App App2", "mv App2 App", .added("App2")),
        ("rm App", "printf App > App", .missing("App")),
        ("mkfifo p", "rm p", .special("p")),
        ("chmod u+s App", "chmod u-s App", .setID("App")),
        (
          "ln -sfn /etc Resources/link", "ln -sfn en.lproj/../empty Resources/link", .changed("Resources/link")
        ),
        ("rm App; ln -s Info.plist App", "rm App; printf App > App", .changed("App")),
      ]
      try shell("chmod 644 App", in: path)
      for (change, undo, expected) in changes {
        try shell(change, in: path)
        #expect(try defect(path, list) == expected, "\(change)")
        try shell(undo, in: path)
      }
      #expect(try defect(path, list) == nil)
    }
  }

  @Test(arguments: ["/etc/passwd", "../x", "Resources/../../x"])
  func `What leads out of a bundle cannot be sealed`(target: String) throws {
    try withBundle { path in
      try FileManager.default.createSymbolicLink(atPath: path + "/out", withDestinationPath: target)
      #expect(throws: BundleDefect.seal(.outside("out"))) { try list(path) }
    }
  }

  @Test(arguments: [
    // Each stays in the bundle by its own words.
    ["a -> Resources/deep", "Resources/deep -> ../Resources", "b -> a/../../x"],
    ["one -> .", "two -> one/../one/.."],
    ["in -> _CodeSignature/SealedList"], ["Resources/x -> y", "Resources/y -> ../_CodeSignature"],
  ]) func `What leads out of a bundle through another link cannot be sealed`(links: [String]) throws {
    try withBundle { path in
      for link in links {
        let parts = link.components(separatedBy: " -> ")
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(parts[0])", withDestinationPath: parts[1])
      }
      #expect {
        try list(path)
      } throws: { error in
        guard case .seal(.outside) = error as? BundleDefect else { return false }
        return true
      }
    }
  }

  @Test func `The links of a framework and links in a circle are sealed`() throws {
    try withBundle { path in
      try shell(
        """
        mkdir -p F.framework/Versions/A/Resources && touch F.framework/Versions/A/F
        ln -s A F.framework/Versions/Current; ln -s Versions/Current/F F.framework/F
        ln -s Versions/Current/Resources F.framework/Resources; ln -s there F.framework/here; ln -s here F.framework/there
        """, in: path)
      #expect(try list(path)["F.framework/F"]?.content == .link(target: "Versions/Current/F"))
    }
  }

  @Test func `A file behind a link is not read`() throws {
    try withBundle { path in
      try shell("ln -s /etc outside", in: path)
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      #expect(throws: BundleDefect.self) { try BundleSeal.contents(of: "outside/passwd", in: folder, atMost: 1 << 20) }
    }
  }

  @Test func `A copy is the same bundle`() throws {
    try withBundle { path in
      let list = try self.list(path)
      try withTemporaryFolder { other in
        let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
        let target = try FileDescriptor.open(other, O_RDONLY | O_DIRECTORY)
        try BundleSeal.copy(folder, to: target, as: list)
        #expect(try self.list(other) == list)
      }
    }
  }

  @Test(arguments: [
    "", "Bailey sealed list 1", "Bailey sealed list 1\nfile 644 0 00 a\n", "Bailey sealed list 2\n",
    "Bailey sealed list 1\nfolder 755 ..\n", "Bailey sealed list 1\nfolder 755 /a\n",
    "Bailey sealed list 1\nfolder 755 b\nfolder 755 a\n", "Bailey sealed list 1\nfolder 755 a\nfolder 755 a\n",
    "Bailey sealed list 1\nfolder 4755 a\n", "Bailey sealed list 1\nfolder 0755 a\n",
    "Bailey sealed list 1\nlink a ../b\n", "Bailey sealed list 1\nfolder 755 a%2\n",
    "Bailey sealed list 1\nfolder 755 %61\n",
  ]) func `Another form of a list is refused`(text: String) {
    let bytes = Array(text.utf8)
    #expect(throws: SealDefect.self) { _ = try SealedList.decode(bytes.span) }
  }
}
