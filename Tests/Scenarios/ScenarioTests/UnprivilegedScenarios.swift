// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Everything works for a user without privileges: tried as one when the tests themselves run as root.
@Suite(
  .serialized,
  .enabled(
    if: Program.canMount && getuid() == 0 && Program.isInstalled("setpriv"),
    "needs root, setpriv and something to mount with"))
struct UnprivilegedScenarios {
  private static let nobody = 65534

  /// A folder of nobody's, with a copy of the programs: the build's own folder may be closed to others.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "user-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true,
      attributes: [.ownerAccountID: Self.nobody, .groupOwnerAccountID: Self.nobody, .posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let programs = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in ["bailey", "bailey-enclave", "bailey-fs", "baileyd", "keychain-client"] {
      // By another process: see `FakeDaemons`.
      try Program.run("cp", [Program.locate(name).path, programs.path])
    }
    try body(folder)
  }

  private func runAsNobody(_ words: [String], in folder: URL) throws -> ProgramResult {
    let user = ["--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"]
    return try Program.run(
      "setpriv", user + words,
      environment: ["BAILEY_HOME": folder.appending(path: "home").path, "HOME": folder.path])
  }

  @Test func `Where keys could be swapped out there is no enclave`() throws {
    try withFolder { folder in
      let bailey = folder.appending(path: "bin/bailey").path
      let result = try runAsNobody(["prlimit", "--memlock=0", bailey, "up"], in: folder)
      #expect(result.exitCode == 1)
      #expect(result.errors.contains("keys could be swapped out"), "\(result.errors)")
    }
  }

  @Test func `Where keys of files could be swapped out the status says so`() throws {
    try withFolder { folder in
      let words = ["prlimit", "--memlock=98304", "sh", "-c", Self.manyOpenFiles]
      let result = try runAsNobody(words, in: folder)
      #expect(result.exitCode == 0, "\(result.output)\n\(result.errors)")
      #expect(result.output.contains(#""filesKeys":"locked""#) && result.output.contains(#""filesKeys":"swappable""#))
      #expect(result.output.contains("keys of open files"), "\(result.output)")
    }
  }

  private static let manyOpenFiles = #"""
    trap '"$BAILEY_HOME/../bin/bailey" down >/dev/null' EXIT
    set -e
    cd "$BAILEY_HOME/.."
    bin/bailey up --mount "$PWD/mount"
    bin/bailey status --json
    python3 -c '
    import resource, subprocess
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    files = [open(f"mount/{number}", "w") for number in range(3000)]
    subprocess.run(["bin/bailey", "status", "--json"])
    subprocess.run(["bin/bailey", "status"])'
    """#

  @Test func `A user without privileges mounts locks and recovers`() throws {
    try withFolder { folder in
      let result = try runAsNobody(["sh", "-c", Self.script], in: folder)
      #expect(result.exitCode == 0, "\(result.output)\n\(result.errors)")
    }
  }

  /// What a debugger or a crash handler of the same user could get: the kernel gives it nothing. The files in /proc of what
  /// is not dumpable are root's, whoever runs it; those of the shell are its user's.
  @Test func `No process can be dumped or traced by its user`() throws {
    try withFolder { folder in
      let result = try runAsNobody(["sh", "-c", Self.lookingInto], in: folder)
      let hidden = ["bailey", "bailey-enclave", "bailey-fs", "baileyd"].map { "\($0) 0 0 unreadable\n" }.joined()
      #expect(result.output == hidden + "sh \(Self.nobody)\n", "\(result.errors)")
    }
  }

  private static let lookingInto = #"""
    trap '"$BAILEY_HOME/../bin/bailey" down >/dev/null' EXIT
    set -e
    cd "$BAILEY_HOME/.."
    echo 1234 | bin/bailey up --mount "$PWD/mount" --passcode-stdin >/dev/null
    for i in $(seq 1200); do bin/bailey status --json | grep -q '"keychain":"answering"' && break; sleep 0.1; done
    for name in bailey bailey-enclave bailey-fs baileyd; do
      process=$(bin/bailey status --json | sed 's/.*"'"$name"'":\([0-9]*\).*/\1/')
      cores=$(sed -n 's/^Max core file size *\([^ ]*\) .*/\1/p' /proc/$process/limits)
      maps=$(cat /proc/$process/maps >/dev/null 2>&1 && echo readable || echo unreadable)
      echo "$name $(stat -c %u /proc/$process/mem) $cores $maps"
    done
    echo "sh $(stat -c %u /proc/$$/mem)"
    """#

  /// What is documented for those whom `baileyd` cannot tell: a process that hides has no groups, a program that is not
  /// registered has one of its own, and whoever is another user is not heard.
  @Test func `Who cannot be told reaches nothing`() throws {
    try withFolder { folder in
      let result = try runAsNobody(["sh", "-c", Self.callers], in: folder)
      #expect(result.exitCode == 0, "\(result.output)\n\(result.errors)")
    }
  }

  private static let callers = #"""
    trap '"$BAILEY_HOME/../bin/bailey" down >/dev/null' EXIT
    set -e
    cd "$BAILEY_HOME/.."
    echo 1234 | bin/bailey up --mount "$PWD/mount" --passcode-stdin
    for i in $(seq 600); do bin/bailey status --json | grep -q '"keychain":"answering"' && break; sleep 0.1; done
    mkdir own
    cp bin/keychain-client own/first
    cp bin/keychain-client own/second
    echo more >> own/second
    own/first add me hunter2
    test "$(own/first find me)" = hunter2
    test "$(own/second find me)" = -25300
    test "$(own/first groups | wc -l)" = 1
    test "$(own/first groups)" != "$(own/second groups)"
    test "$(own/first hide me)" = -34018
    cp own/first own/moved
    test "$(own/moved find me)" = -25300
    """#

  @Test func `Another users socket is out of reach`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      try #require(program.run("add", "me", "hunter2").exitCode == 0)
      let copy = FileManager.default.temporaryDirectory.appending(path: "other-\(UUID().uuidString.prefix(8))").path
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try Program.run("cp", [program.path, copy])
      func asNobody(_ words: String...) throws -> String {
        try Program.run(
          "setpriv", ["--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", copy] + words,
          environment: instance.variables
        ).output
      }
      #expect(try asNobody("find", "me") == "-25291\n")
      // Even where its owner has opened every door to it: who is at the other end counts.
      let home = instance.home.path
      try Program.run(
        "chmod", ["755", instance.home.deletingLastPathComponent().path, home, home + "/run"])
      try Program.run("chmod", ["666", home + "/run/broker.sock"])
      #expect(try asNobody("find", "me") == "-25291\n")
      #expect(try asNobody("add", "you", "x") == "-25291\n")
      #expect(try asNobody("groups") == "-25291\n")
      #expect(try program.run("find", "me").output == "hunter2\n")
      #expect(try program.run("find", "you").output == "-25300\n")
    }
  }

  private static let script = #"""
    trap '"$BAILEY_HOME/../bin/bailey" down >/dev/null' EXIT
    set -e
    cd "$BAILEY_HOME/.."
    echo 1234 | bin/bailey up --mount "$PWD/mount" --passcode-stdin
    process() { bin/bailey status --json | sed 's/.*"'"$1"'":\([0-9]*\).*/\1/'; }
    for i in $(seq 1200); do bin/bailey status --json | grep -q '"keychain":"answering"' && break; sleep 0.1; done
    echo hello > mount/file
    bin/bailey files class set mount/file complete
    bin/bailey lock --now
    if cat mount/file; then exit 9; fi
    kill -9 $(process bailey-fs)
    for i in $(seq 1200); do bin/bailey status --json | grep -q '"files":"mounted".*"restarts":1' && break; sleep 0.1; done
    echo 1234 | bin/bailey unlock
    test "$(cat mount/file)" = hello
    kill -9 $(process bailey)
    for i in $(seq 1200); do bin/bailey up && break; sleep 0.1; done
    echo 1234 | bin/bailey unlock
    test "$(cat mount/file)" = hello
    bin/bailey files fsck
    echo 1234 | bin/bailey erase --yes
    test -z "$(ls -A mount)"
    """#
}
