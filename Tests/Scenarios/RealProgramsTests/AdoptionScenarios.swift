// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Secrets that lay in plain text, used by their own programs before they are adopted, after, and when they are back.
@Suite(
  .serialized,
  .enabled(
    if: FileManager.default.fileExists(atPath: "/dev/fuse") && Program.isInstalled("git")
      && Program.isInstalled("curl"),
    "needs FUSE, git and curl"))
struct AdoptionScenarios {
  private static let files = [
    ".netrc": "machine 127.0.0.1 login ada password opensesame\n",
    ".pgpass": "db.example.org:5432:*:ada:opensesame\n",
    ".git-credentials": "https://ada:open%40sesame@git.example.org\n",
    ".gitconfig": "[user]\n\tname = Ada\n[credential]\n\thelper = store\n",
    ".docker/config.json":
      "{\n\t\"auths\": {\"registry.example.org\": {\"auth\": \"YWRhOm9wZW5zZXNhbWU=\", \"email\": \"a@example.org\"}},\n\t\"psFormat\": \"x\"\n}\n",
  ]

  private struct Home {
    let folder: URL
    let instance: RunningInstance

    init(_ instance: RunningInstance) throws {
      self.instance = instance
      folder = instance.home.deletingLastPathComponent().appending(path: "person")
      for (path, text) in AdoptionScenarios.files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      }
      for name in ["git-credential-bailey", "docker-credential-bailey"] {
        let link = folder.appending(path: "links/\(name)")
        try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: link.path, withDestinationPath: Program.locate("bailey").path)
      }
    }

    var variables: [String: String] {
      instance.variables.merging([
        "HOME": folder.path, "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1",
        "PATH": "\(folder.path)/links:/usr/bin:/bin", "XDG_CONFIG_HOME": "\(folder.path)/.config",
      ]) { $1 }
    }

    func run(_ program: String, _ words: [String], input: String = "") throws -> ProgramResult {
      try Program.run(program, words, input: input, environment: variables)
    }

    func adopt(_ words: String...) throws -> ProgramResult {
      try run(Program.locate("bailey").path, ["secrets", "adopt"] + words)
    }

    func text(_ path: String) -> String? {
      (try? Data(contentsOf: folder.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    var gitPassword: String {
      get throws { try run("git", ["credential", "fill"], input: "protocol=https\nhost=git.example.org\n\n").output }
    }

    func isLink(_ path: String) -> Bool {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: folder.appending(path: path).path)) != nil
    }

    func mode(_ path: String) throws -> Int? {
      let path = folder.appending(path: path).resolvingSymlinksInPath().path
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
  }

  @Test func `What is adopted works for its programs until it is locked and comes back as it was`() throws {
    try withInstance { instance in
      let home = try Home(instance)
      #expect(try home.adopt().output.contains("Nothing is done yet"))
      for (path, text) in Self.files { #expect(home.text(path) == text && !home.isLink(path)) }

      let done = try home.adopt("--apply")
      #expect(done.exitCode == 0 && done.output.contains("4 files are adopted."), "\(done)")
      #expect(!done.output.contains("opensesame") && !done.errors.contains("opensesame"))
      for path in [".netrc", ".pgpass"] {
        #expect(home.isLink(path) && home.text(path) == Self.files[path])
        #expect(try home.mode(path) == 0o600)
      }
      #expect(home.text(".git-credentials") == nil)
      #expect(try home.gitPassword.contains("username=ada\npassword=open@sesame\n"))
      #expect(try home.run("git", ["config", "--global", "--get-all", "credential.helper"]).output == "bailey\n")
      let docker = try #require(home.text(".docker/config.json"))
      #expect(docker.contains("\"credsStore\": \"bailey\"") && !docker.contains("YWRh") && docker.contains("psFormat"))
      let got = try home.run("env", ["docker-credential-bailey", "get"], input: "registry.example.org")
      #expect(got.output.contains("\"Secret\":\"opensesame\""))
      #expect(try home.run(Program.locate("bailey").path, ["secrets", "scan"]).exitCode == 0)

      try instance.lock()
      #expect(home.text(".netrc") == nil && home.text(".pgpass") == nil)
      #expect(try !home.gitPassword.contains("sesame"))
      #expect(try home.adopt("--undo").exitCode == 77)
      try instance.unlock()

      let back = try home.adopt("--undo")
      #expect(back.exitCode == 0, "\(back)")
      for (path, text) in Self.files where path != ".gitconfig" {
        #expect(home.text(path) == text && !home.isLink(path))
        #expect(try home.mode(path) == 0o600)
      }
      #expect(try home.run("git", ["config", "--global", "--get-all", "credential.helper"]).output == "store\n")
      #expect(try home.gitPassword.contains("password=open@sesame\n"))
      #expect(try home.adopt("--undo").output == "Nothing is adopted.\n")
    }
  }

  @Test func `What is no plain file of one's own is left and what was written since stays`() throws {
    try withInstance { instance in
      let home = try Home(instance)
      let manager = FileManager.default
      let outside = home.folder.deletingLastPathComponent().appending(path: "outside")
      try manager.createDirectory(at: outside, withIntermediateDirectories: true)
      try Data("[default]\naws_secret_access_key = Zk7Qw2Lr5Vn8Xc1Jd4Hs6Gf9Bm3Py0TaUeKiOpAB\n".utf8)
        .write(to: outside.appending(path: "credentials"))
      try manager.createSymbolicLink(at: home.folder.appending(path: ".aws"), withDestinationURL: outside)
      try manager.linkItem(
        atPath: home.folder.appending(path: ".pgpass").path, toPath: home.folder.appending(path: "other").path)
      let done = try home.adopt("--apply")
      #expect(done.exitCode == 0 && done.errors.contains("~/.pgpass is left: it has other names"), "\(done)")
      #expect(try manager.contentsOfDirectory(atPath: outside.path) == ["credentials"])
      #expect(!home.isLink(".pgpass") && home.isLink(".netrc"))

      try manager.removeItem(at: home.folder.appending(path: ".netrc"))
      try Data("machine new.example.org login ada password other\n".utf8)
        .write(to: home.folder.appending(path: ".netrc"))
      let back = try home.adopt("--undo")
      #expect(back.exitCode == 0 && back.output.contains("~/.netrc: is another file by now"), "\(back)")
      #expect(home.text(".netrc") == "machine new.example.org login ada password other\n")
    }
  }

  @Test func `What was adopted comes back also after the protected files have moved`() throws {
    try withInstance { instance in
      let home = try Home(instance)
      #expect(try home.adopt("--apply").exitCode == 0)
      let link = home.folder.appending(path: ".netrc").path
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/formerly/Secrets/.netrc")
      let back = try home.adopt("--undo")
      #expect(back.exitCode == 0 && home.text(".netrc") == Self.files[".netrc"] && !home.isLink(".netrc"), "\(back)")
    }
  }
}
