// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import InstanceLayout
import OwnProcess
import Processes
import SystemCalls

/// Opens the console in the person's browser.
///
/// The address holds a token, and others can read a process's arguments: the browser is given the name of a file that only
/// its user can read, which leads to the address.
enum BrowserWindow {
  private static let name = "console.html"
  private static let opener = "/usr/bin/xdg-open"

  /// Whether there are windows, and a program that opens one.
  static var isPossible: Bool {
    let hasWindows = Environment.value("WAYLAND_DISPLAY") != nil || Environment.value("DISPLAY") != nil
    return hasWindows && Environment.canonicalPath(opener) != nil
  }

  static func open(_ address: String, _ location: InstanceLocation) throws(SystemError) {
    let folder = try FileDescriptor.open(location.sockets, O_RDONLY | O_DIRECTORY)
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
    let page = "<!doctype html><meta charset=utf-8><script>location.replace(\"\(address)\")</script>\n"
    try file.write(Array(page.utf8).span)
    var plan = ChildPlan(path: opener, arguments: [location.sockets + "/" + name])
    plan.life = .onItsOwn
    _ = try ChildProcess.start(plan)
  }

  /// The token is no use any more, and neither is the file.
  static func forget(_ location: InstanceLocation) {
    guard let folder = try? FileDescriptor.open(location.sockets, O_RDONLY | O_DIRECTORY) else { return }
    try? folder.unlink(name)
  }
}
