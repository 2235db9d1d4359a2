// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import TemporaryFolder
import Testing

/// A set-up, answered on a terminal, and taken back.
@Suite(
  .serialized,
  .enabled(
    if: FileManager.default.fileExists(atPath: "/dev/fuse") && Program.isInstalled("git")
      && Program.isInstalled("python3"), "needs FUSE, git and python3"))
struct SetupScenarios {
  /// Types each answer when its question has come, and prints what was shown.
  private static let typist = """
    import os, pty, sys
    words = sys.argv[1:]
    middle = words.index("--")
    pairs, command = words[:middle], words[middle + 1:]
    pid, terminal = pty.fork()
    if pid == 0: os.execv(command[0], command)
    shown, place = "", 0
    def more():
        global shown
        try: part = os.read(terminal, 4096)
        except OSError: part = b""
        shown += part.decode()
        return part
    for question, answer in zip(pairs[::2], pairs[1::2]):
        while shown.find(question, place) < 0:
            if not more(): break
        place = max(shown.find(question, place), 0) + len(question)
        os.write(terminal, answer.encode() + b"\\r")
    while more(): pass
    sys.stdout.write(shown.replace("\\r\\n", "\\n"))
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    """

  private struct Person {
    let folder: URL
    let bailey: String
    let variables: [String: String]

    init(_ temporary: TemporaryFolder) throws {
      folder = URL(fileURLWithPath: temporary.path)
      bailey = try Program.locate("bailey").path
      variables = [
        "HOME": temporary.path, "BAILEY_HOME": "\(temporary.path)/instance", "GIT_CONFIG_NOSYSTEM": "1",
        "PATH": try Self.programs(in: temporary), "XDG_CONFIG_HOME": "\(temporary.path)/.config",
      ]
    }

    /// A folder of links to the system's programs, but for browsers and `sudo`: what is asked does not depend on the machine.
    private static func programs(in temporary: TemporaryFolder) throws -> String {
      let folder = temporary.path + "/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/bin")
      where !["chromium", "firefox", "sudo"].contains(where: name.hasPrefix) {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(name)", withDestinationPath: "/usr/bin/\(name)")
      }
      return folder
    }

    func type(_ pairs: [(String, String)], _ words: String...) throws -> ProgramResult {
      try Program.run(
        "env",
        ["-i"] + variables.map { "\($0)=\($1)" } + ["python3", "-c", SetupScenarios.typist]
          + pairs.flatMap { [$0.0, $0.1] } + ["--", bailey] + words)
    }

    func run(_ words: String..., input: String = "") throws -> ProgramResult {
      try Program.run("env", ["-i"] + variables.map { "\($0)=\($1)" } + [bailey] + words, input: input)
    }

    var helpers: String {
      (try? Program.run(
        "env", variables.map { "\($0)=\($1)" } + ["git", "config", "--global", "--get-all", "credential.helper"]))?
        .output ?? ""
    }

    func text(_ path: String) -> String? {
      (try? Data(contentsOf: folder.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `A person answers a set-up uses it and takes it back`() throws {
    let temporary = try TemporaryFolder()
    let person = try Person(temporary)
    defer { _ = try? person.run("down") }
    let netrc = "machine example.org login ada password opensesame\n"
    try Data(netrc.utf8).write(to: person.folder.appending(path: ".netrc"))

    let done = try person.type(
      [
        ("Do it? (yes or no) ", "yes"), ("Do it? (yes or no) ", "yes"), ("New passcode: ", "tvpf secret"),
        ("Again: ", "tvpf secret"), ("Do it? (yes or no) ", "maybe"), ("Do it? (yes or no) ", "yes"),
        ("git keep its passwords", ""), ("Do it? (yes or no) ", "no"), ("Write down what apps use", ""),
        ("Do it? (yes or no) ", "yes"),
      ], "setup")
    #expect(done.exitCode == 0 && done.output.contains("Set up. To take it back"), "\(done)")
    #expect(!done.output.contains("opensesame") && !done.output.contains("tvpf"))
    #expect(try person.run("status", "--json").output.contains(#""passcode":true"#))
    #expect(person.text(".netrc") == netrc && person.helpers.isEmpty)
    #expect(try person.run("privacy", "record", "status").output.contains("is written down, since"))
    #expect(try person.run("lock", "--now").exitCode == 0)
    #expect(person.text(".netrc") == nil)
    // What is locked cannot be given back: then nothing is stopped, and the record stays.
    #expect(try person.type([], "setup", "--undo").exitCode == 1)
    #expect(try person.run("status").exitCode == 0)
    #expect(try person.run("unlock", input: "tvpf secret\n").exitCode == 0)

    // What is done is not asked again.
    let again = try person.type([("Do it? (yes or no) ", "yes")], "setup")
    #expect(again.exitCode == 0 && person.helpers == "bailey\n", "\(again)")

    let third = try person.type([], "setup")
    #expect(third.exitCode == 0 && third.output.contains("All of it is there already."), "\(third)")
    #expect(!third.output.contains("bailey-agent"), "\(third)")

    let back = try person.type([], "setup", "--undo")
    #expect(back.exitCode == 0, "\(back)")
    #expect(person.text(".netrc") == netrc && person.helpers.isEmpty)
    #expect(back.output.contains("Taken back: recording"))
    #expect(try person.type([], "setup", "--undo").output.contains("There is nothing to be taken back."))
    #expect(try person.run("status").exitCode == 1)
    #expect(FileManager.default.fileExists(atPath: "\(temporary.path)/instance/enclave"))
  }

  @Test func `Without a terminal nobody is asked and nothing is done`() throws {
    let temporary = try TemporaryFolder()
    let person = try Person(temporary)
    #expect(try person.run("setup").exitCode == 2)
    #expect(try person.run("setup", "--only", "git").errors.hasPrefix("bailey: Bailey is not running."))
    #expect(try person.run("setup", "--only", "everything").exitCode == 2)
    #expect(try person.run("setup", "--list").output.hasPrefix("start: Start Bailey"))
    #expect(!FileManager.default.fileExists(atPath: "\(temporary.path)/instance"))
  }

  @Test func `Steps are taken and taken back one by one, without a question`() throws {
    let temporary = try TemporaryFolder()
    let person = try Person(temporary)
    defer { _ = try? person.run("down") }
    #expect(try person.run("setup", "--only", "start").exitCode == 0)
    #expect(try person.run("setup", "--only", "passcode").exitCode == 2)
    let open = try person.run("setup", "--list", "--json").output
    #expect(
      open.contains(#"{"name":"folder","done":false"#) && open.contains(#"{"name":"start","done":true"#), "\(open)")
    for step in ["folder", "git"] { #expect(try person.run("setup", "--only", step).exitCode == 0) }
    let folder = temporary.path + "/Protected/Private"
    #expect(try person.run("files", "class", "get", folder).output.hasPrefix("complete"))
    #expect(person.helpers == "bailey\n")
    #expect(try person.run("setup", "--only", "git").output == "There is nothing to be done: git\n")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/note"))
    #expect(try person.run("setup", "--undo", "--only", "git").exitCode == 0)
    #expect(person.helpers.isEmpty)
    // What somebody keeps in it stays.
    let full = try person.run("setup", "--undo", "--only", "folder")
    #expect(full.exitCode == 1 && full.errors.contains("\(folder) is not empty, and stays."), "\(full)")
    #expect(person.text("Protected/Private/note") == "mine")
    try FileManager.default.removeItem(atPath: folder + "/note")
    #expect(try person.run("setup", "--undo", "--only", "folder").output == "Taken back: folder\n")
    #expect(person.text("Protected/Private/note") == nil && !FileManager.default.fileExists(atPath: folder))
    // What would fail while it is locked is not offered, and it is said that there is more.
    #expect(try person.run("passcode", "set", input: "tvpf secret\n").exitCode == 0)
    #expect(try person.run("setup", "--list").output.contains("recording: "))
    #expect(try person.run("lock", "--now").exitCode == 0)
    let locked = try person.run("setup", "--list").output
    #expect(!locked.contains("recording: ") && locked.contains("bailey unlock, then bailey setup"), "\(locked)")
    #expect(try person.run("setup", "--undo", "--only", "git").output == "There is nothing to be taken back: git\n")
  }

  @Test func `Purged data is gone after the passcode`() throws {
    let temporary = try TemporaryFolder()
    let person = try Person(temporary)
    defer { _ = try? person.run("down") }
    let yes = ("Do it? (yes or no) ", "yes")
    let done = try person.type(
      [
        yes, yes, ("New passcode: ", "tvpf secret"), ("Again: ", "tvpf secret"), ("Do it? (yes or no) ", "no"),
        ("Do it? (yes or no) ", "no"), yes,
      ], "setup")
    #expect(done.exitCode == 0, "\(done)")
    // Adopted without a set-up.
    let netrc = "machine example.org login ada password opensesame\n"
    try Data(netrc.utf8).write(to: person.folder.appending(path: ".netrc"))
    // The files that the step names are listed above it.
    let listed = try person.run("setup", "--list").output
    let file = try #require(listed.range(of: "~/.netrc:"), "\(listed)")
    let step = try #require(listed.range(of: "adopt: Take the files above"), "\(listed)")
    #expect(file.lowerBound < step.lowerBound)
    #expect(try person.run("secrets", "adopt", "--apply").exitCode == 0)
    // What somebody else keeps in the folder stays, and then everything does.
    let stranger = URL(fileURLWithPath: temporary.path + "/instance/thesis.tex")
    try Data("mine".utf8).write(to: stranger)
    let refused = try person.type([], "setup", "--purge-data")
    #expect(refused.exitCode == 1 && refused.output.contains("not Bailey's, thesis.tex"), "\(refused)")
    #expect(person.text("instance/thesis.tex") == "mine")
    try FileManager.default.removeItem(at: stranger)
    // While it does not run, it is said how it does.
    #expect(try person.run("down").exitCode == 0)
    let down = try person.type([], "setup", "--purge-data")
    #expect(down.exitCode == 1 && down.output.contains("bailey up, then: bailey setup --purge-data"), "\(down)")
    #expect(try person.run("up").exitCode == 0)
    #expect(try person.run("unlock", input: "tvpf secret\n").exitCode == 0)
    #expect(try person.type([yes, ("Passcode: ", "wrong one")], "setup", "--purge-data").exitCode != 0)
    #expect(FileManager.default.fileExists(atPath: "\(temporary.path)/instance/enclave"))
    let back = try person.type([yes, ("Passcode: ", "tvpf secret")], "setup", "--purge-data")
    #expect(back.exitCode == 0, "\(back)")
    #expect(!FileManager.default.fileExists(atPath: "\(temporary.path)/instance"))
    #expect(person.text(".netrc") == netrc)
  }
}
