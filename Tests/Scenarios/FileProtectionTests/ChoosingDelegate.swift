// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Refuses items by their names.
final class ChoosingDelegate: NSObject, FileManagerDelegate {
  private let refused: Set<String>

  init(refusing names: Set<String>) { refused = names }

  private func wants(_ path: String) -> Bool { !refused.contains(URL(filePath: path).lastPathComponent) }

  func fileManager(_: FileManager, shouldCopyItemAt url: URL, to: URL) -> Bool { wants(url.path) }
  func fileManager(_: FileManager, shouldMoveItemAt url: URL, to: URL) -> Bool { wants(url.path) }

  // All of them have to be there on Linux.
  func fileManager(_: FileManager, shouldLinkItemAt url: URL, to: URL) -> Bool { wants(url.path) }
  func fileManager(_: FileManager, shouldRemoveItemAt url: URL) -> Bool { wants(url.path) }
  func fileManager(_: FileManager, shouldCopyItemAtPath path: String, toPath: String) -> Bool { wants(path) }
  func fileManager(_: FileManager, shouldMoveItemAtPath path: String, toPath: String) -> Bool { wants(path) }
  func fileManager(_: FileManager, shouldLinkItemAtPath path: String, toPath: String) -> Bool { wants(path) }
  func fileManager(_: FileManager, shouldRemoveItemAtPath path: String) -> Bool { wants(path) }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, copyingItemAtPath: String, toPath: String
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, copyingItemAt: URL, to: URL
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, movingItemAtPath: String, toPath: String
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, movingItemAt: URL, to: URL
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, linkingItemAtPath: String, toPath: String
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, linkingItemAt: URL, to: URL
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, removingItemAtPath: String
  ) -> Bool { false }
  func fileManager(
    _: FileManager, shouldProceedAfterError: any Error, removingItemAt: URL
  ) -> Bool { false }
}
