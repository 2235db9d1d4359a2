// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What should have become true has not.
package struct NotEventually: Error, CustomStringConvertible {
  let what: String
  let place: String
  let error: (any Error)?
  package var description: String {
    "\(place): it did not come to that: \(what)" + (error.map { ", at last \($0)" } ?? "")
  }
}

/// Returns as soon as the condition holds; one that throws does not hold yet. Tests wait with this for what tells them nothing
/// when it is done. The limit ends what is broken, and is far beyond what a busy machine takes.
package func eventually(
  _ what: String = #function, file: String = #fileID, line: Int = #line, _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + .seconds(120)
  var pause: UInt32 = 500
  var last: (any Error)?
  while true {
    do {
      if try condition() { return }
      last = nil
    } catch {
      last = error
    }
    guard ContinuousClock.now < end else { throw NotEventually(what: what, place: "\(file):\(line)", error: last) }
    usleep(pause)
    // What takes long is looked at less often.
    pause = min(pause * 5 / 4, 20_000)
  }
}
