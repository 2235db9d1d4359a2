// SPDX-License-Identifier: Apache-2.0

/// The messages that were said already: many pictures of a widget have the same.
final class SaidOnce {
  private var lines: Set<String> = []
  private static let most = 2000

  func isFirst(_ line: String) -> Bool { lines.count < Self.most && lines.insert(line).inserted }

  func forget() { lines = [] }
}
