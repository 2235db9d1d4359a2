// SPDX-License-Identifier: Apache-2.0
import Events
import JSONCoding
import Threads

// The folders that a window shows: it is told when somebody else changes something in them.

extension InstanceWatcher {
  /// How often windows are told at the most, while a program writes one file after the other.
  private static let rest = Duration.seconds(1)
  /// How soon a folder that is shown for the first time is followed.
  private static let look = Duration.milliseconds(200)

  func folder(_ path: Substring, _ query: FolderQuery) throws(ConsoleFailure) -> JSONValue {
    let shown = shownFolders.withLock { shown in
      if shown == nil { shown = ShownFolders() }
      return shown
    }
    return try tree().folder(path, query, following: shown)
  }

  func followFiles() {
    while !hasStopped {
      // What nobody looks at any more is followed no longer.
      if !state.hasWindows { shownFolders.withLock { $0 = nil } }
      guard let shown = shownFolders.withLock({ $0 }), let raw = shown.raw else {
        _ = try? Poll.readable([], within: Self.look)
        continue
      }
      guard (try? Poll.readable([raw], within: Self.rest)) == [true] else { continue }
      shown.clear()
      state.change { $0.files += 1 }
      _ = try? Poll.readable([], within: Self.rest)
    }
  }
}
