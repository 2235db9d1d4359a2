// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import JSONCoding
import ProtectionModel
import Threads

/// What the windows show, and who is told when it changes.
final class ConsoleState: Sendable {
  struct Shown: Sendable, Equatable {
    /// The enclave's state; nil while Bailey does not answer.
    var status: EnclaveStatus?
    /// The supervisor's facts of the instance; nil while the supervisor does not answer.
    var instance: InstanceFacts?
    /// The check of the files that runs, or the last one.
    var check: FilesCheck?
    /// Whether nobody has used the page for a time: it is told how many questions wait, and nothing more.
    var isIdle = false
    /// The questions that wait for the person, in their order.
    var questions: [ShownQuestion] = []
    /// Changes whenever an app's answer does.
    var answers: UInt64 = 0
    /// Changes whenever a page changes what surfaces show of widgets.
    var widgetSettings = 0
    /// Changes whenever a page deletes an item.
    var items = 0
    /// Changes whenever a page changes a passkey.
    var passkeys = 0
    /// Changes whenever a page changes what programs of the desktop may read.
    var secrets = 0
    /// Changes whenever a page changes the class of a file, or anybody something in a folder that is shown.
    var files = 0
    /// Changes whenever a page removes an app or what it holds, or takes back what it was handed.
    var apps = 0
    /// Changes whenever an app has used something that is written down.
    var accesses = 0
    /// What apps use at this moment, where that is written down.
    var inUse: [UseNow] = []
  }

  private struct State {
    var shown = Shown()
    var windows: [ObjectIdentifier: WindowEvents] = [:]
    var follower: (@Sendable (Shown) -> Void)?
  }

  private let state = Locked(State())

  var shown: Shown { state.withLock { $0.shown } }

  /// Whether anybody looks: without a window nobody could be asked anything here.
  var hasWindows: Bool { state.withLock { !$0.windows.isEmpty } }

  func change(_ body: @Sendable (inout Shown) -> Void) {
    // Told inside, where nothing waits: what was true before comes to nobody after what is true now.
    state.withLock { state in
      let before = state.shown
      body(&state.shown)
      guard before != state.shown else { return }
      let text = state.shown.json.text
      for window in state.windows.values { window.tell(text) }
      state.follower?(state.shown)
    }
  }

  /// Has it called with what is shown whenever that changes. It must not wait.
  func follow(_ follower: @escaping @Sendable (Shown) -> Void) { state.withLock { $0.follower = follower } }

  /// Starts a check; false while one runs already.
  func startCheck() -> Bool {
    let before = state.withLock { state in
      let before = state.shown.check
      if before?.stage != .running { state.shown.check = FilesCheck() }
      return before
    }
    return before?.stage != .running
  }

  /// A window that is told of everything from now on, and of how things are at first.
  func join(_ window: WindowEvents) {
    state.withLock { state in
      state.windows[ObjectIdentifier(window)] = window
      window.tell(state.shown.json.text)
    }
  }

  func leave(_ window: WindowEvents) { state.withLock { $0.windows[ObjectIdentifier(window)] = nil } }
}

// MARK: - As the pages read it

extension ConsoleState.Shown {
  /// The state as the pages read it, without `status` where Bailey does not answer: the pages keep what they have, and
  /// say so.
  var json: JSONValue {
    // That somebody asks, and not who or for what.
    if isIdle { return .members(["idle": .bool(true), "asking": .number(questions.count)]) }
    let now = BootClock.system.now()
    var members = [JSONValue.Member("requests", .array(questions.map { $0.json(at: now) }))]
    members.append(JSONValue.Member("answers", .number(Int(clamping: answers))))
    members.append(JSONValue.Member("widgetSettings", .number(widgetSettings)))
    members.append(JSONValue.Member("items", .number(items)))
    members.append(JSONValue.Member("passkeys", .number(passkeys)))
    members.append(JSONValue.Member("secrets", .number(secrets)))
    members.append(JSONValue.Member("files", .number(files)))
    members.append(JSONValue.Member("apps", .number(apps)))
    members.append(JSONValue.Member("accesses", .number(accesses)))
    members.append(JSONValue.Member("inUse", .array(inUse.map(\.json))))
    members.append(JSONValue.Member("instance", instance?.json ?? .null))
    members.append(JSONValue.Member("check", check?.json ?? .null))
    if let status { members.append(JSONValue.Member("status", status.json)) }
    return .object(members)
  }
}

extension EnclaveStatus {
  /// A text file says what would loosen the owner's settings.
  private var ignoresLimits: Bool {
    (limits.graceSeconds ?? 0) > chosenSettings.graceSeconds
      || limits.tenthFailure == .waits && chosenSettings.tenthFailure == .erases
  }

  var json: JSONValue {
    .members([
      "state": .string(state.name), "passcode": .bool(passcode == .set),
      "root": .string(root == .tpm ? "tpm" : "file"), "failures": .number(Int(failures)),
      "waitSeconds": .number(Int(waitSeconds)), "eraseAfterTen": .bool(settings.tenthFailure == .erases),
      "graceSeconds": .number(Int(settings.graceSeconds)), "ignored": .bool(ignoresLimits),
      "lost": .number(Int(lost)), "strength": .string("\(verdict)"),
      "triesPerSecond": .number(Int(stretching.triesPerSecond)),
      "keyFiles": .string(keyFiles == .whole ? "whole" : "oneCopyUnreadable"),
    ])
  }
}
