// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// What an app can find out about whoever started it.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct StartedByScenarios {
  private static let script = """
    #!/bin/sh
    case "$1" in
    look)
      for process in /proc/[0-9]*; do cat $process/environ $process/cmdline $process/mountinfo $process/mounts | tr '\\0' '\\n'; done
      for stream in 0 1 2; do readlink /proc/self/fd/$stream; done
      ls -l /proc/1/fd /proc/1/cwd /proc/1/root /proc/1/exe 2>&1 ;;
    rewrite)
      for stream in 0 1 2; do : > /proc/self/fd/$stream; done 2>/dev/null
      ls /proc/self/fd/0/ 2>&1; cat ;;
    first) head -c 6 ;;
    much) head -c 20000000 /dev/zero; echo end >&2; exit 7 ;;
    esac
    """

  @Test(arguments: OrdinaryUser.everyone)
  func `Nothing inside tells of whoever started an app, and its files are theirs`(user: UInt32?) throws {
    let instance = try RunningInstance(
      passcode: .absent, environment: ["SECRET_TOKEN": "hunter2"], of: user)
    defer { instance.stop() }
    let bundle = try TestBundle(script: Self.script, named: "Looker", identifier: "org.example.Looker", of: instance)
    try bundle.sign("--adhoc")
    try instance.succeed(["app", "install", bundle.path])
    let folder = instance.home.deletingLastPathComponent()
    let seen = try instance.succeed(["run", "Looker", "look"])
    for secret in ["hunter2", folder.path, instance.mount.path, "/root"] {
      #expect(!seen.output.contains(secret), "\(secret)")
    }
    #expect(seen.output.contains("/app/Looker.app") && seen.output.contains("pipe:["))

    // Streams that are files keep what is in them, whole and in order, and the exit code is the app's.
    func shell(_ command: String) throws -> ProgramResult {
      let bailey = try Program.locate("bailey").path
      let words = try instance.asUser("/bin/sh", ["-c", "cd \"$0\" && " + command, folder.path, bailey])
      return try Program.run(words[0], Array(words.dropFirst()), environment: instance.variables)
    }
    let kept = try shell("printf 'first\\nsecond\\n' > in; \"$1\" run Looker rewrite < in > out; cat in; cat out")
    #expect(kept.output.hasPrefix("first\nsecond\n") && kept.output.hasSuffix("first\nsecond\n"), "\(kept)")
    // What the app has not read is there for whoever reads on.
    #expect(try shell("{ \"$1\" run Looker first; cat; } < in").output.hasSuffix("first\nsecond\n"))
    let much = try shell("\"$1\" run Looker much > out 2>&1; echo $?; wc -c < out; tail -c 4 out")
    #expect(much.output == "7\n20000004\nend\n", "\(much)")
    // A folder as standard input is no way out.
    #expect(try !shell("\"$1\" run Looker rewrite < .").output.contains("home"))
  }
}
