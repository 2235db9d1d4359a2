// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import InstanceLayout
import OwnProcess
import Processes
import SystemCalls
import TerminalConsole

// MARK: - lock --then

extension Control {
  private static let picture = "lockscreen.png"
  /// The time that a picture may take: nobody waits longer for it than for a lock.
  private static let patience = Duration.seconds(5)

  /// Checks the program that is to cover the screen before anything is locked: a screen that nothing covers is not what
  /// was asked for.
  func checkLocker(_ locker: String) throws(ControlFailure) {
    let program = locker == "gnome" ? "loginctl" : locker
    guard program.contains("/") else {
      guard Environment.program(program) != nil else { throw .noSuchProgram(program) }
      return
    }
    guard let status = try? FileDescriptor.open(program, OpenFlag.path).status(), status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o111 != 0
    else { throw .noSuchProgram(program) }
  }

  /// The picture for a locked screen, drawn before the lock. Nil where it cannot be had: the lock does not depend on it.
  func drawLockScreen() -> String? {
    let path = location.home + "/" + Self.picture
    let words = ["lockscreen", "--for-lock", "--output", path]
    guard let nowhere = try? FileDescriptor.open("/dev/null", O_WRONLY) else { return nil }
    var plan = ChildPlan(path: program + "-widgets", arguments: words)
    plan.output = nowhere.raw
    guard let child = try? ChildProcess.start(plan) else { return nil }
    guard (try? Poll.readable([child.descriptor.raw], within: Self.patience))?.first == true else {
      try? child.send(SIGKILL)
      _ = try? child.wait()
      return nil
    }
    return (try? child.wait()) == .exited(0) ? path : nil
  }

  /// Starts what covers the screen, in a session of its own.
  func start(locker: String, showing picture: String?) {
    if picture == nil {
      console.note("bailey: there is no picture of the lock screen; the screen is locked without one.")
    }
    var plans: [[String]] = []
    switch locker.split(separator: "/").last ?? "" {
    case "swaylock": plans = [[locker, "-f"] + (picture.map { ["-i", $0] } ?? [])]
    case "i3lock": plans = [[locker] + (picture.map { ["-i", $0] } ?? [])]
    case "gnome":
      for schema in picture.map({ _ in ["picture-uri"] }) ?? [] {
        plans.append(["gsettings", "set", "org.gnome.desktop.screensaver", schema, "file://\(picture ?? "")"])
      }
      plans.append(["loginctl", "lock-session"])
    default: plans = [[locker] + (picture.map { [$0] } ?? [])]
    }
    for words in plans {
      var plan = ChildPlan(path: "/usr/bin/env", arguments: ["--"] + words)
      plan.life = .onItsOwn
      do { _ = try ChildProcess.start(plan) } catch {
        console.note("bailey: \(words[0]) cannot be started: the files are locked, the screen is not.")
      }
    }
  }
}
