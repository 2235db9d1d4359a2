// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import CryptoPrimitives
import Foundation
import LinuxSystem
import TemporaryFolder
import Testing

/// A folder against its sealed list.
@Suite struct BundleSealTests {
  private func withBundle(_ body: (String, borrowing FileDescriptor) throws -> Void) throws {
    try withTemporaryFolder { path in
      let files = FileManager.default
      try files.createDirectory(atPath: path + "/Resources/en.lproj", withIntermediateDirectories: true)
      for name in ["Info.plist", "App", "Resources/en.lproj/a b%.strings", "Resources/empty"] {
        try Data((name.hasSuffix("empty") ? "" : name).utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      }
      try files.createSymbolicLink(atPath: path + "/Resources/link", withDestinationPath: "en.lproj/../empty")
      try body(path, FileDescriptor.open(path, O_RDONLY | O_DIRECTORY))
    }
  }

  private func defect(_ folder: borrowing FileDescriptor, _ list: SealedList) -> BundleDefect? {
    do throws(BundleDefect) {
      try BundleSeal.verify(folder, against: list)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A list is read as it was written and describes the folder`() throws {
    try withBundle { _, folder in
      let list = try BundleSeal.list(of: folder)
      let bytes = try list.encoded()
      #expect(try SealedList.decode(bytes.span) == list)
      #expect(list.entries.map(\.path).contains("Resources/en.lproj/a b%.strings"))
      #expect(defect(folder, list) == nil)
    }
  }

  @Test func `Every difference has its name`() throws {
    try withBundle { path, folder in
      let list = try BundleSeal.list(of: folder)
      func after(_ change: String, undo: String) throws -> BundleDefect? {
        func shell(_ text: String) {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sh")
          process.arguments = ["-c", "cd '\(path)' && \(text)"]
          try? process.run()
          process.waitUntilExit()
        }
        shell(change)
        defer { shell(undo) }
        return defect(folder, list)
      }
      #expect(try after("echo x > App", undo: "printf App > App") == .changed("App"))
      #expect(try after("printf Apq > App", undo: "printf App > App") == .changed("App"))
      #expect(try after("chmod 600 App", undo: "chmod 644 App") == .changedMode("App"))
      #expect(try after("touch new", undo: "rm new") == .added("new"))
      #expect(try after("mv App App2", undo: "mv App2 App") == .added("App2"))
      #expect(try after("mv App /tmp/gone-$$; true", undo: "printf App > App") == .missing("App"))
      #expect(try after("mkfifo p", undo: "rm p") == .special("p"))
      #expect(try after("chmod u+s App", undo: "chmod u-s App") == .setID("App"))
      #expect(
        try after("ln -sfn /etc Resources/link", undo: "ln -sfn en.lproj/../empty Resources/link")
          == .changed("Resources/link"))
      #expect(
        try after("rm App; ln -s Info.plist App", undo: "rm App; printf App > App") == .changed("App"))
      #expect(defect(folder, list) == nil)
    }
  }

  @Test func `What leads out of a bundle cannot be sealed`() throws {
    try withBundle { path, folder in
      for target in ["/etc/passwd", "../x", "Resources/../../x", ""] where !target.isEmpty {
        try FileManager.default.createSymbolicLink(atPath: path + "/out", withDestinationPath: target)
        #expect(throws: BundleDefect.seal(.outside("out"))) { try BundleSeal.list(of: folder) }
        try FileManager.default.removeItem(atPath: path + "/out")
      }
    }
  }

  @Test func `A copy is the same bundle`() throws {
    try withBundle { _, folder in
      let list = try BundleSeal.list(of: folder)
      try withTemporaryFolder { other in
        let target = try FileDescriptor.open(other, O_RDONLY | O_DIRECTORY)
        try BundleSeal.copy(folder, to: target, as: list)
        #expect(try BundleSeal.list(of: target) == list)
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
    #expect(throws: SealDefect.self) { try SealedList.decode(bytes.span) }
  }
}
