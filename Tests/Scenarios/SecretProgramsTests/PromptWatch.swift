// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import RunningInstance

/// Sees on the session's bus which programs begin to wait for the person.
final class PromptWatch {
  private let monitor: Background

  init(on session: DesktopSession) throws {
    let words = ["--address", session.address, "interface='org.freedesktop.Secret.Prompt',member='Prompt'"]
    let monitor = try Background("dbus-monitor", words, environment: session.instance.variables)
    // It says when the bus has made it a monitor.
    try eventually { monitor.lines().contains { $0.contains("NameLost") } }
    self.monitor = monitor
  }

  func waitForPrompts(_ count: Int) throws {
    try eventually { monitor.lines().count { $0.contains("member=Prompt") } == count }
  }

  deinit { monitor.kill() }
}
