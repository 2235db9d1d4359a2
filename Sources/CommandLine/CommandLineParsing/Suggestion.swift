// SPDX-License-Identifier: Apache-2.0

/// The known word that was most likely meant, if one is close: a slip of up to a third of its letters.
package func closest(to word: String, among known: [String]) -> String? {
  let typed = Array(word.prefix(64).utf8)
  let ranked = known.map { (word: $0, slips: slips(from: typed, to: Array($0.utf8))) }
  guard let best = ranked.min(by: { $0.slips < $1.slips }) else { return nil }
  return best.slips <= max(1, best.word.utf8.count / 3) ? best.word : nil
}

/// Letters added, left out, replaced or swapped with their neighbour (optimal string alignment distance).
private func slips(from typed: [UInt8], to known: [UInt8]) -> Int {
  var older: [Int] = []
  var previous = Array(0...known.count)
  for row in typed.indices {
    var current = [row + 1]
    for column in known.indices {
      let replaced = previous[column] + (typed[row] == known[column] ? 0 : 1)
      var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, typed[row] == known[column - 1], typed[row - 1] == known[column] {
        best = min(best, older[column - 1] + 1)
      }
      current.append(best)
    }
    older = previous
    previous = current
  }
  return previous[known.count]
}
