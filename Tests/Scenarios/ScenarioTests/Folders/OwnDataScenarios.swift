// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// An app that was handed the protected mount, and the folder that the instance is in.
@Suite(.serialized, .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct OwnDataScenarios {
  private static let chosen = "<key>com.apple.security.files.user-selected.read-write</key><true/>"

  @Test(arguments: OrdinaryUser.everyone)
  func `Who was handed the mount reaches nothing of Bailey's, whenever it was made`(user: UInt32?) throws {
    try withPerson(of: user) { stage in
      let (mount, home) = (stage.instance.mount.path, stage.instance.home)
      try stage.install("Reader", script: Self.reader, entitlements: Self.chosen)
      for path in [mount, home.deletingLastPathComponent().path] {
        try stage.instance.succeed(["app", "share", "Reader", path], input: "\(RunningInstance.passcode)\n")
      }
      let above = home.deletingLastPathComponent().lastPathComponent
      let app = try stage.start("Reader", "/container/Shared/mount", "/container/Shared/\(above)")
      defer { app.kill() }
      try app.waitForLine("before: 36 of 36 refused")
      for path in ["Widgets/secret", "Group Containers/late/secret", "Containers/org.example.Late/secret", "go"] {
        let file = mount + "/" + path
        let words = try stage.instance.asUser("/bin/sh", ["-c", #"mkdir -p "${0%/*}" && echo x > "$0""#, file])
        try Program.run(words[0], Array(words.dropFirst()))
      }
      try app.waitForLine("after: 36 of 36 refused")
      try app.waitForLine("mine: 0")
      try app.wait()
      for path in ["Widgets/secret", "Group Containers/late/secret", "Containers/org.example.Late/secret"] {
        let words = try stage.instance.asUser("cat", [mount + "/" + path])
        #expect(try Program.run(words[0], Array(words.dropFirst())).output == "x\n")
      }
    }
  }

  private static let reader = """
    #!/usr/bin/python3
    import os, sys, time
    mount, above = sys.argv[1:]
    os.mkdir(mount + "/mine")
    places = [f"{mount}/{name}" for name in ["Containers", "Group Containers", "Widgets"]] + [above + "/home"]
    operations = [
        lambda place: os.listdir(place), lambda place: os.stat(place), lambda place: os.mkdir(place),
        lambda place: os.rename(place, mount + "/mine/taken"), lambda place: os.rename(mount + "/mine", place),
        lambda place: os.symlink("mine", place), lambda place: os.rmdir(place),
        lambda place: open(place, "w"), lambda place: os.open(place + "/secret", os.O_RDONLY),
    ]
    def is_refused(operation, place):
        try:
            operation(place)
            return False
        except PermissionError:
            return True
        except OSError as error:
            print(place, operations.index(operation), error)
            return error.errno == 18
    def look(when):
        refused = [is_refused(operation, place) for place in places for operation in operations]
        print(f"{when}: {sum(refused)} of {len(refused)} refused", flush=True)
    look("before")
    while not os.path.exists(mount + "/go"):
        time.sleep(0.02)
    look("after")
    # What the person keeps there is the app's.
    with open(mount + "/mine/file", "w") as file:
        print("mine:", file.write(""), flush=True)
    """
}
