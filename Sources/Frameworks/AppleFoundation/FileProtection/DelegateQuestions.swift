// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The questions to a manager's delegate about an item that is copied or moved; without a delegate none is asked.
struct DelegateQuestions {
  enum Operation { case copy, move }

  private let operation: Operation
  private let manager: FileManager
  private let source: URL
  private let target: URL

  init(_ operation: Operation, by manager: FileManager, from source: String, to target: String) {
    self.operation = operation
    self.manager = manager
    self.source = URL(fileURLWithPath: source)
    self.target = URL(fileURLWithPath: target)
  }

  /// Whether the item is wanted at all.
  var isWanted: Bool {
    let answer =
      switch operation {
      case .copy: manager.delegate?.fileManager(manager, shouldCopyItemAt: source, to: target)
      case .move: manager.delegate?.fileManager(manager, shouldMoveItemAt: source, to: target)
      }
    return answer ?? true
  }

  /// Runs a step, and ignores its failure where the delegate says so.
  func proceeding(_ body: () throws -> Void) throws {
    do { try body() } catch { try proceed(after: error) }
  }

  /// Fails with the error, unless the delegate says to go on.
  func proceed(after error: any Error) throws {
    let answer =
      switch operation {
      case .copy:
        manager.delegate?.fileManager(manager, shouldProceedAfterError: error, copyingItemAt: source, to: target)
      case .move:
        manager.delegate?.fileManager(manager, shouldProceedAfterError: error, movingItemAt: source, to: target)
      }
    guard answer ?? false else { throw error }
  }
}
