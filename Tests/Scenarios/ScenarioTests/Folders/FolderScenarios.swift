// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Files
import Foundation
import Glibc
import RunningInstance
import Testing

/// The person's folders in apps that know nothing of Bailey: with the real daemons, mounts and `bwrap`.
@Suite(
  .serialized, .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct FolderScenarios {
  private static let documents = "SystemPolicyDocumentsFolder"

  @Test func `A person refuses a folder, allows it once, allows it and takes it back, and cat is held to it`() throws {
    try withPerson { stage in
      try stage.install(
        "Reader", info: "<key>NSDocumentsFolderUsageDescription</key><string>Your letters are shown.</string>")
      func read() throws -> String { try stage.shell("Reader", "cat ~/Documents/letter") }
      let refusal = "cat: /container/Documents/letter: Permission denied\n"
      // Nobody can be asked: that is no grant, and no refusal either.
      #expect(try read() == refusal)
      // The folder itself is there, and to look at it asks nobody.
      #expect(try stage.shell("Reader", "test -d ~/Documents && echo folder") == "folder\n")
      #expect(try stage.answers() == "No app has asked for anything.\n")
      try withAgent(of: stage.instance, .refuses) { agent in
        let line = "\(Self.documents)  org.example.Reader (Reader)"
        try agent.press(.close)
        #expect(try read() == refusal)
        #expect(try stage.answers() == "No app has asked for anything.\n")

        try agent.press(.second)
        #expect(try read() == refusal)
        #expect(try stage.answers() == "\(line)  denied\n")
        // Not asked again.
        #expect(try read() == refusal)

        try stage.instance.succeed(["privacy", "reset", Self.documents, "org.example.Reader"])
        try agent.press(.first, .second)
        #expect(try read() == "Dear Ada\n")
        #expect(try stage.answers() == "\(line)  allowed  (was for one run, which is over)\n")
        try agent.press(.first, .first)
        #expect(try read() == "Dear Ada\n")
        #expect(try stage.answers() == "\(line)  allowed\n")
        #expect(try stage.shell("Reader", "ls ~/Documents; echo mine > ~/Documents/new") == "letter\n")
        #expect(stage.text(of: "Documents/new") == "mine\n")
        let question = try #require(agent.told.first { $0.hasPrefix("SETDESC \"Reader\"") })
        #expect(
          question == "SETDESC \"Reader\" would like to access files in your Documents folder.%0A"
            + "The app is org.example.Reader.%0AIt says: \"Your letters are shown.\"")
        try stage.instance.succeed(["privacy", "deny", Self.documents, "org.example.Reader"])
        #expect(try read() == refusal)
      }
    }
  }

  @Test func `What is taken back fails at once for names, open files and mappings, and the app goes on`() throws {
    try withPerson { stage in
      try stage.install("Holder", script: Self.holder)
      try stage.grant(Self.documents, "Holder")
      let app = try Background("bailey", ["run", "Holder"], environment: stage.instance.variables)
      defer { app.kill() }
      try app.waitForLine("holding Dear Ada")
      try stage.instance.succeed(["privacy", "deny", Self.documents, "org.example.Holder"])
      let moment = ContinuousClock.now
      try app.waitForLine("read 13")
      try app.waitForLine("mapping 7")
      #expect(ContinuousClock.now - moment < .seconds(1))
      try app.waitForLine("names 13, listing 13, again 13, write 13")
      #expect(stage.text(of: "Documents/letter") == "Dear Ada\n")
      // Given anew, the folder is there again, and what was open stays closed.
      try stage.grant(Self.documents, "Holder")
      try app.waitForLine("back Dear Ada, old 13")
      try app.wait()
    }
  }

  /// Prints what fails with which number once its folder is gone; a mapping is touched by a process of its own.
  private static let holder = """
    #!/usr/bin/python3
    import mmap, os, time
    path = os.environ["HOME"] + "/Documents/letter"
    file = os.open(path, os.O_RDWR)
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
    pages = mmap.mmap(file, 9, mmap.MAP_PRIVATE, mmap.PROT_READ)
    assert pages[5:8] == b"Ada"
    print("holding Dear Ada", flush=True)
    def number(action):
        try:
            action()
            return 0
        except OSError as error:
            return error.errno
    def until(action, wanted):
        for _ in range(1000):
            if (result := action()) == wanted:
                break
            time.sleep(0.005)
        return result
    print("read", until(lambda: number(lambda: os.pread(file, 9, 0)), 13), flush=True)
    def touch():
        child = os.fork()
        if child == 0:
            pages[0]
            os._exit(0)
        return os.waitpid(child, 0)[1]
    print("mapping", until(touch, 7), flush=True)
    print(f"names {number(lambda: os.stat(path))}, listing {number(lambda: os.listdir(folder))},"
          f" again {number(lambda: os.open(path, os.O_RDONLY))}, write {number(lambda: os.pwrite(file, b'x', 0))}", flush=True)
    until(lambda: number(lambda: os.stat(path)), 0)
    with open(path) as again:
        print(f"back {again.read().strip()}, old {number(lambda: os.pread(file, 9, 0))}", flush=True)
    """

  @Test func `No way leads out of a folder`() throws {
    try withPerson { stage in
      try stage.write("secret", to: "secret")
      try FileManager.default.createSymbolicLink(
        atPath: stage.home.appending(path: "Documents/out").path,
        withDestinationPath: stage.home.appending(path: "secret").path)
      try FileManager.default.createSymbolicLink(
        atPath: stage.home.appending(path: "Documents/up").path, withDestinationPath: "../secret")
      // Bailey's own folders, in the middle of the person's.
      let below = stage.home.appending(path: "Documents/containers")
      try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
      try stage.install(
        "Trespasser", script: Self.trespasser,
        entitlements: PersonStage.entitlement(
          "home-relative-path.read-write", "/Documents/", "/Downloads/"))
      for service in [Self.documents, "SystemPolicyDownloadsFolder"] { try stage.grant(service, "Trespasser") }
      _ = unsafe mkfifo(stage.home.appending(path: "Documents/pipe").path, 0o600)
      let result = try stage.instance.succeed(["run", "Trespasser", "--", stage.home.path])
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 14)
      #expect(lines.allSatisfy { $0.contains(": refused ") }, "\(lines)")
      let program = stage.home.appending(path: "Documents/program").path
      let mode = try FileManager.default.attributesOfItem(atPath: program)[.posixPermissions] as? Int
      #expect(mode == 0o755)
      #expect(stage.text(of: "secret") == "secret")
      #expect(!FileManager.default.fileExists(atPath: stage.home.appending(path: "Downloads/letter").path))
    }
  }

  private static let trespasser = """
    #!/usr/bin/python3
    import os, stat, sys
    home, documents, downloads = sys.argv[1], os.environ["HOME"] + "/Documents", os.environ["HOME"] + "/Downloads"
    def attempt(name, action):
        try:
            print(f"{name}: OUT {action()}")
        except OSError as error:
            print(f"{name}: refused {error.errno}")
    def read(path):
        with open(path) as file:
            return file.read()
    attempt("absolute link", lambda: read(documents + "/out"))
    attempt("relative link", lambda: read(documents + "/up"))
    attempt("dots", lambda: read(documents + "/../secret"))
    folder = os.open(documents, os.O_RDONLY | os.O_DIRECTORY)
    attempt("dots of a descriptor", lambda: os.open("../secret", os.O_RDONLY, dir_fd=folder))
    os.symlink(home + "/secret", documents + "/own")
    attempt("own link", lambda: read(documents + "/own"))
    attempt("the path outside", lambda: read(home + "/Documents/letter"))
    attempt("by the descriptor", lambda: read(f"/proc/self/fd/{folder}/../secret"))
    attempt("hard link", lambda: os.link(documents + "/letter", downloads + "/letter"))
    attempt("hard link home", lambda: os.link(documents + "/letter", os.environ["HOME"] + "/letter"))
    attempt("rename", lambda: os.rename(documents + "/letter", downloads + "/letter"))
    attempt("rename of the folder", lambda: os.rename(documents, os.environ["HOME"] + "/Elsewhere"))
    attempt("pipe", lambda: os.open(documents + "/pipe", os.O_RDWR))
    attempt("device", lambda: os.mknod(documents + "/null", stat.S_IFCHR | 0o666, os.makedev(1, 3)))
    attempt("owner", lambda: os.chown(documents + "/letter", 12, 12))
    with open(documents + "/program", "w") as file:
        os.fchmod(file.fileno(), 0o6755)
    """

  @Test func `Two apps see only their own folders, and one that is not entitled sees none`() throws {
    try withPerson { stage in
      try stage.write("picture", to: "Desktop/picture")
      try stage.install("Reader")
      try stage.install("Painter", entitlements: PersonStage.entitlement("home-relative-path.read-only", "/Desktop/"))
      try stage.install("Plain", entitlements: "")
      try stage.grant(Self.documents, "Reader")
      try stage.grant("SystemPolicyDesktopFolder", "Painter")
      #expect(try stage.shell("Reader", "ls ~ ~/Documents; cat ~/Desktop/picture").contains("letter\n"))
      #expect(try stage.shell("Reader", "cat ~/Desktop/picture 2>&1").contains("No such file"))
      #expect(try stage.shell("Painter", "cat ~/Desktop/picture") == "picture")
      #expect(try stage.shell("Painter", "cat ~/Documents/letter 2>&1").contains("No such file"))
      #expect(try stage.shell("Painter", "echo x > ~/Desktop/picture").contains("Read-only"))
      #expect(try stage.shell("Painter", "echo x > ~/Desktop/new").contains("Read-only"))
      #expect(try stage.shell("Painter", "rm -f ~/Desktop/picture; mkdir ~/Desktop/d").contains("Read-only"))
      #expect(try stage.shell("Plain", "ls ~/Documents; test -e ~/Desktop || echo none") == "none\n")
      #expect(stage.text(of: "Desktop/picture") == "picture")
    }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `kill -9 of bailey run leaves no mount behind`(user: UInt32?) throws {
    try withPerson(of: user) { stage in
      try stage.install("Reader")
      try stage.grant(Self.documents, "Reader")
      let words = try stage.instance.asUser(
        "bailey", ["run", "Reader", "--", "-c", "cat ~/Documents/letter; sleep 600"])
      let app = try Background(words[0], Array(words.dropFirst()), environment: stage.instance.variables)
      try app.waitForLine("Dear Ada")
      func mounts() throws -> Int {
        try MountTable.current().entries.count { $0.path.hasPrefix(stage.instance.home.path + "/run/apps/") }
      }
      #expect(try mounts() == 1)
      app.kill()
      try eventually { try mounts() == 0 }
      // The next start clears the empty folder away.
      #expect(try stage.shell("Reader", "cat ~/Documents/letter") == "Dear Ada\n")
      let left = try FileManager.default.contentsOfDirectory(atPath: stage.instance.home.path + "/run/apps")
      #expect(left.allSatisfy { !$0.hasSuffix(".files") })
    }
  }

  @Test func `While the person thinks, other calls go on, and a signal ends the wait`() throws {
    try withPerson { stage in
      try stage.install(
        "Waiter", script: Self.waiter,
        entitlements: PersonStage.entitlement("home-relative-path.read-write", "/Documents/", "/Downloads/"))
      try stage.grant("SystemPolicyDownloadsFolder", "Waiter")
      try stage.write("there", to: "Downloads/file")
      try withAgent(of: stage.instance, .refuses) { agent in
        // Nobody presses anything: the dialog stays open.
        try agent.press(.none)
        let result = try stage.instance.succeed(["run", "Waiter"])
        #expect(result.output == "meanwhile there\ninterrupted 4\nkilled 9\n")
      }
    }
  }

  private static let waiter = """
    #!/usr/bin/python3
    import ctypes, os, signal, time
    home = os.environ["HOME"]
    libc = ctypes.CDLL(None, use_errno=True)
    def look(number):
        # Python itself would try again.
        signal.signal(signal.SIGUSR1, lambda *_: None)
        libc.open(f"{home}/Documents/letter {number}".encode(), 0)
        os._exit(ctypes.get_errno())
    waiting = []
    for number in range(20):
        child = os.fork()
        if child == 0:
            look(number)
        waiting.append(child)
    time.sleep(0.5)
    with open(home + "/Downloads/file") as file:
        print("meanwhile", file.read(), flush=True)
    os.kill(waiting[0], signal.SIGUSR1)
    print("interrupted", os.waitstatus_to_exitcode(os.waitpid(waiting[0], 0)[1]), flush=True)
    os.kill(waiting[1], signal.SIGKILL)
    print("killed", -os.waitstatus_to_exitcode(os.waitpid(waiting[1], 0)[1]), flush=True)
    for child in waiting[2:]:
        os.kill(child, signal.SIGKILL)
    """
}
