// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// What the person has lent to one app is not handed on, and nobody has it any more when it is taken back.
@Suite(.serialized, .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct LentScenarios {
  private static let group =
    "<key>com.apple.security.application-groups</key><array><string>group.example</string></array>"
    + "<key>com.apple.security.files.user-selected.read-write</key><true/>"

  @Test(arguments: OrdinaryUser.everyone)
  func `No socket is made or moved to where two apps meet, and pipes with names are`(user: UInt32?) throws {
    try withPerson(of: user) { stage in
      try stage.install("One", script: Self.meeting, entitlements: Self.group)
      try stage.instance.succeed(
        ["app", "share", "One", stage.home.appending(path: "Documents").path], input: "\(RunningInstance.passcode)\n")
      let result = try stage.instance.succeed(["run", "One"])
      #expect(
        result.output == """
          /groups/group.example: socket 1, of mknod 1, moved 18, linked 18, pipe 0
          /container/Shared/Documents: socket 1, of mknod 1, moved 18, linked 18, pipe 1
          /container: socket 0, of mknod 0

          """)
      // Whoever has the whole mount brings none there either.
      let mount = stage.instance.mount.path
      let words = try stage.instance.asUser("/usr/bin/python3", ["-c", Self.bringing, mount])
      let outside = try Program.run(words[0], Array(words.dropFirst()))
      #expect(outside.output == "1 1 1 18 18 18 0\n", "\(outside.errors)")
    }
  }

  private static let meeting = """
    #!/usr/bin/python3
    import os, socket, stat
    def number(action):
        try:
            action()
            return 0
        except OSError as error:
            return error.errno
    def bound(path):
        number(lambda: os.unlink(path))
        return number(lambda: socket.socket(socket.AF_UNIX).bind(path))
    def made(path):
        return number(lambda: os.mknod(path, stat.S_IFSOCK | 0o600))
    for place in ["/groups/group.example", "/container/Shared/Documents"]:
        bound("/container/here")
        print(f"{place}: socket {bound(place + '/a')}, of mknod {made(place + '/b')},"
              f" moved {number(lambda: os.rename('/container/here', place + '/c'))},"
              f" linked {number(lambda: os.link('/container/here', place + '/d'))},"
              f" pipe {number(lambda: os.mkfifo(place + '/e'))}")
    print(f"/container: socket {bound('/container/a')}, of mknod {made('/container/b')}")
    """

  /// A socket, and a folder in which one is, by each way that a name is given.
  private static let bringing = """
    import ctypes, os, socket, sys
    top = sys.argv[1]
    group = top + "/Group Containers/group.example"
    os.makedirs(top + "/mine/inner")
    socket.socket(socket.AF_UNIX).bind(top + "/mine/inner/socket")
    socket.socket(socket.AF_UNIX).bind(top + "/mine/socket")
    os.mkdir(group + "/folder")
    with open(group + "/file", "w"): pass
    libc = ctypes.CDLL(None, use_errno=True)
    def exchange(one, other):
        return 0 if libc.renameat2(-100, one.encode(), -100, other.encode(), 2) == 0 else ctypes.get_errno()
    def number(action):
        try:
            action()
            return 0
        except OSError as error:
            return error.errno
    os.mkdir(top + "/spare")
    print(number(lambda: os.rename(top + "/mine/socket", group + "/socket")),
          number(lambda: os.link(top + "/mine/socket", group + "/link")),
          exchange(top + "/mine/socket", group + "/file"),
          number(lambda: os.rename(top + "/mine/inner", group + "/inner")),
          exchange(group + "/folder", top + "/mine/inner"),
          exchange(top + "/Group Containers", top + "/spare"),
          number(lambda: os.rename(group + "/folder", top + "/folder")))
    """

  private static let device = "<key>com.apple.security.device.camera</key><true/>"
  private static let purpose = "<key>NSCameraUsageDescription</key><string>Your picture is shown.</string>"

  /// The app's second start gets the camera from its first one, over a socket in the container that both have.
  @Test(arguments: ["takes", "leaves"], OrdinaryUser.everyone)
  func `When the camera is taken back nobody has it, not who got it from another start`(
    second: String, user: UInt32?
  ) throws {
    try withPerson(of: user) { stage in
      let camera = try TestDevice()
      if let user { #expect(unsafe chown(camera.path, user, user) == 0) }
      let settings = stage.instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try Data((text + "camera = \(camera.path)\n").utf8).write(to: settings)
      try stage.install("Film", script: Self.filming, entitlements: Self.device, info: Self.purpose)
      try stage.grant("Camera", "Film")
      let taking = try stage.start("Film", second, camera.path)
      defer { taking.kill() }
      try taking.waitForLine("ready")
      let giving = try stage.start("Film", "gives", camera.path)
      defer { giving.kill() }
      try taking.waitForLine(second)
      // Other answers end nobody.
      try stage.instance.succeed(["privacy", "deny", "Microphone", "org.example.Film"])
      usleep(300_000)
      #expect(taking.isRunning && giving.isRunning)
      try stage.instance.succeed(["privacy", "deny", "Camera", "org.example.Film"])
      try eventually { !taking.isRunning && !giving.isRunning }
      #expect(!taking.isRunning && !giving.isRunning)
    }
  }

  private static let filming = """
    #!/usr/bin/python3
    import os, signal, socket, sys
    way, camera = sys.argv[1:]
    place = os.environ["HOME"] + "/handing"
    if way == "gives":
        file = os.open(camera, os.O_RDONLY | os.O_NOCTTY)
        other = socket.socket(socket.AF_UNIX)
        other.connect(place)
        socket.send_fds(other, [b"x"], [file])
        signal.pause()
    server = socket.socket(socket.AF_UNIX)
    server.bind(place)
    server.listen()
    print("ready", flush=True)
    connection, _ = server.accept()
    if way == "takes":
        kept = socket.recv_fds(connection, 1, 1)
    else:
        # On its way from one end of a pair to the other it is nobody's descriptor.
        near, far = socket.socketpair()
        received = socket.recv_fds(connection, 1, 1)[1]
        socket.send_fds(near, [b"x"], received)
        os.close(received[0])
    print(way, flush=True)
    signal.pause()
    """
}
