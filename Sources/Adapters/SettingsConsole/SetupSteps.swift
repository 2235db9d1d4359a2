// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import JSONCoding
import ProtectionModel

// The steps of a set-up, for the first page. `bailey setup` carries them out, one by one, as it does in a terminal.

extension InstanceWatcher {
  /// The steps that a page may ask for: what starts and ends Bailey, and what is typed, has places of its own.
  private static let steps = [
    "login", "adopt", "git", "desktop", "agent", "browser", "screen-lock", "recording", "folder",
  ]

  func setup() throws(ConsoleFailure) -> JSONValue { try tool(["setup", "--list", "--json"]) }

  /// Takes or undoes a step of the set-up, and answers in words what failed. While the device is locked no step is taken.
  func takeStep(_ name: String?, _ direction: String?) throws(ConsoleFailure) -> JSONValue {
    guard let name, Self.steps.contains(name), let direction, ["there", "back"].contains(direction) else {
      throw .badRequest
    }
    guard state.shown.status?.state == .unlocked else { throw .locked }
    let said = try says(["setup", "--only", name] + (direction == "back" ? ["--undo"] : []))
    state.change { $0.files += 1 }
    return .members(["failure": said.map { .string($0) } ?? .null])
  }
}
