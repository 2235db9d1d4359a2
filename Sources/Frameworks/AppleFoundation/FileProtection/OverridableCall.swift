// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCalls

/// A method of `FileManager` that a subclass may override and continue with `super`.
///
/// What `super` reaches from there is the property that stands for the method, and so this code once more: calling
/// the method on the same object again would never end. The second time a plain manager with the same delegate does the
/// work.
enum OverridableCall: Hashable {
  case setAttributes, attributesOfItem, createFile, createDirectory, copyItem, moveItem

  private struct Running: Hashable {
    let call: OverridableCall
    let manager: ObjectIdentifier
  }

  @TaskLocal private static var running: Set<Running> = []

  func make<Result>(on manager: FileManager, _ body: (FileManager) throws -> Result) rethrows -> Result {
    if type(of: manager) == FileManager.self { return try body(manager) }
    let this = Running(call: self, manager: ObjectIdentifier(manager))
    if Self.running.contains(this) {
      let plain = FileManager()
      plain.delegate = manager.delegate
      return try body(plain)
    }
    return try Self.$running.withValue(Self.running.union([this])) { try body(manager) }
  }
}
