// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// What an app, and an extension, can find out about whoever started it.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct StartedByScenarios {
  private static let app = "org.example.Looker"

  /// All that the kernel tells inside of any process there.
  private static let look = """
    look() {
      for process in /proc/[0-9]*; do
        for file in environ cmdline comm mountinfo mounts mountstats maps; do
          echo "$process/$file:"
          cat $process/$file | tr '\\0' '\\n'
        done
        for link in $process/fd/* $process/cwd $process/root $process/exe; do echo "$link: $(readlink $link)"; done
      done 2>/dev/null
    }

    """

  private static let script =
    "#!/bin/sh\n" + look + """
      case "$1" in
      look) look ;;
      rewrite)
        for stream in 0 1 2; do : > /proc/self/fd/$stream; : > /proc/1/fd/$stream; done 2>/dev/null
        echo overwritten > /proc/self/fd/0
        ls /proc/self/fd/0/ 2>&1; head -c 13 ;;
      first) head -c 6 ;;
      much) head -c 20000000 /dev/zero; echo end >&2; exit 7 ;;
      esac
      """

  private static let entitlements = ["network.client", "device.camera", "files.user-selected.read-write"]
    .map { "<key>com.apple.security.\($0)</key><true/>" }.joined()

  private func install(_ instance: RunningInstance) throws -> TestBundle {
    let bundle = try TestBundle(
      script: Self.script, named: "Looker", identifier: Self.app, entitlements: Self.entitlements, of: instance)
    let folder = "PlugIns/Look.appex"
    try FileManager.default.createDirectory(atPath: bundle.path + "/" + folder, withIntermediateDirectories: true)
    try bundle.add(folder + "/Look", "#!/bin/sh\n" + Self.look + "look > \"$HOME/result\"\n")
    try bundle.write(
      "<key>CFBundleIdentifier</key><string>\(Self.app).look</string><key>CFBundleExecutable</key><string>Look</string>"
        + "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
        + "<string>com.apple.widgetkit-extension</string></dict>", to: folder + "/Info.plist")
    try bundle.sign("--adhoc")
    try instance.succeed(["app", "install", bundle.path])
    return bundle
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `Nothing inside tells of whoever started an app or an extension`(user: UInt32?) throws {
    let instance = try RunningInstance(passcode: .absent, environment: ["SECRET_TOKEN": "hunter2"], of: user)
    defer { instance.stop() }
    let bundle = try install(instance)
    let folder = instance.home.deletingLastPathComponent()
    let extensionsOwn = bundle.path + "/PlugIns/Look.appex/Look"
    var seen = [try instance.succeed(["run", "Looker", "look"]).output]
    for source in [["--app", Self.app], ["--executable", extensionsOwn]] {
      #expect(try instance.bailey(["widget", "render"] + source).exitCode != 0)
      let take = "cat \"$0\"/Widgets/*/Data/result && rm \"$0\"/Widgets/*/Data/result"
      let words = try instance.asUser("/bin/sh", ["-c", take, instance.mount.path])
      seen.append(try Program.run(words[0], Array(words.dropFirst())).output)
    }
    let person = [
      "hunter2", "SECRET_TOKEN", "BAILEY_HOME", folder.path, folder.lastPathComponent, instance.mount.path,
      Program.folder.path, FileManager.default.currentDirectoryPath,
      FileManager.default.homeDirectoryForCurrentUser.path,
    ]
    for text in seen {
      #expect(text.contains("/proc/1/environ:") && text.contains("/proc/1/cwd:") && text.contains("/container"))
      for line in text.split(separator: "\n") where !line.hasPrefix("/proc/") || line.contains(": ") {
        let told = line.hasPrefix("/proc/") ? Substring(line.split(separator: " ", maxSplits: 1).last ?? "") : line
        #expect(!person.contains { told.contains($0) }, "\(line)")
      }
    }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `Files that are an app's input and output stay whoever's they are, and are whole`(user: UInt32?) throws {
    let instance = try RunningInstance(passcode: .absent, of: user)
    defer { instance.stop() }
    _ = try install(instance)
    let folder = instance.home.deletingLastPathComponent()
    func shell(_ command: String) throws -> ProgramResult {
      let bailey = try Program.locate("bailey").path
      let words = try instance.asUser("/bin/sh", ["-c", "cd \"$0\" && " + command, folder.path, bailey])
      return try Program.run(words[0], Array(words.dropFirst()), environment: instance.variables)
    }
    let rewrite = "printf 'first\\nsecond\\nthird\\n' > in; printf 'before\\n' > out; printf 'kept\\n' > errors; "
    let kept = try shell(rewrite + "\"$1\" run Looker rewrite < in >> out 2>> errors; cat in; cat out; cat errors")
    #expect(kept.output.hasPrefix("first\nsecond\nthird\nbefore\n"), "\(kept)")
    #expect(kept.output.contains("first\nsecond\nkept\n"), "\(kept)")
    // What the app has not read is there for whoever reads on.
    #expect(try shell("{ \"$1\" run Looker first; cat; } < in").output.hasSuffix("first\nsecond\nthird\n"))
    let much = try shell("\"$1\" run Looker much > out 2>&1; echo $?; wc -c < out; tail -c 4 out")
    #expect(much.output == "7\n20000004\nend\n", "\(much)")
    // Nor is a pipe with a name opened again, and the app has all that comes through it.
    let fifo = try shell("mkfifo fifo; (cat in > fifo &) ; \"$1\" run Looker first < fifo; stat -c %A fifo")
    #expect(fifo.output == "first\nprw-r--r--\n", "\(fifo)")
    // A folder as standard input is no way out.
    #expect(try !shell("\"$1\" run Looker rewrite < .").output.contains("home"))
  }
}
