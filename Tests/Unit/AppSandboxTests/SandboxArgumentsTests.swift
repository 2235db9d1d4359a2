// SPDX-License-Identifier: Apache-2.0
import Glibc
import TemporaryFolder
import Testing

@testable import AppSandbox
import Processes
import SystemCalls

@Suite struct SandboxArgumentsTests {
  private func plan(_ program: String, in folder: String) throws -> SandboxPlan {
    let bundle = try MountSource(FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY), .folder)
    return SandboxPlan(
      .app, bundle: bundle, named: "A.app", program: program, machine: String(repeating: "0", count: 32), user: 1000,
      group: 1000)
  }

  @Test func `The first process has no environment, and of its words only the mark and the app's own`() throws {
    try withTemporaryFolder { folder in
      var plan = try plan("a", in: folder)
      (plan.arguments, plan.environment) = (["one", "two"], [("SECRET", "word")])
      var arguments = try SandboxArguments(plan)
      let start = try arguments.childPlan(of: "/usr/bin/bwrap", mark: "MARK")
      #expect(start.environment == [])
      #expect(start.arguments.prefix(3) == ["--unsetenv", "MARK", "--args"])
      #expect(start.arguments.suffix(4) == ["--", "/app/A.app/a", "one", "two"])
      #expect(start.arguments.count == 8)
    }
  }

  @Test func `What is handed over is no pipe, which others of the user could have used up, and nobody can change it`()
    throws
  {
    try withTemporaryFolder { folder in
      var plan = try plan("a", in: folder)
      plan.environment = [("A", String(repeating: "x", count: 1 << 20))]
      var arguments = try SandboxArguments(plan)
      let start = try arguments.childPlan(of: "/usr/bin/bwrap", mark: "MARK")
      #expect(!start.descriptors.isEmpty)
      for descriptor in start.descriptors {
        var status = stat()
        #expect(unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 0)
        #expect(unsafe pwrite(descriptor, "x", 1, 0) == -1 && errno == EPERM)
      }
    }
  }

  @Test func `A part of a bundle finds its own libraries first`() throws {
    try withTemporaryFolder { folder in
      let part = try plan("PlugIns/W.appex/w", in: folder)
      #expect(part.executable == "/app/A.app/PlugIns/W.appex/w")
      #expect(part.libraryFolders == ["/app/A.app/PlugIns/W.appex/Frameworks", "/app/A.app/Frameworks"])
      #expect(try plan("a", in: folder).libraryFolders == ["/app/A.app/Frameworks"])
    }
  }

  @Test func `An extension is given less than an app of everything`() {
    let (app, extension_) = (SandboxKind.app, SandboxKind.widgetExtension(seconds: 3))
    #expect(extension_.connections < app.connections)
    #expect(extension_.limits.count > app.limits.count)
  }
}
