// SPDX-License-Identifier: Apache-2.0
import Foundation
import Threads

/// Tells the developer, once each and on standard error, what is missing in a bundle.
package enum BundleRemarks {
  private static let said = Locked<Set<String>>([])

  package static func say(_ remark: String) {
    guard said.withLock({ $0.count < 100 && $0.insert(remark).inserted }) else { return }
    // Nobody may be there to read it.
    try? FileHandle.standardError.write(contentsOf: Data((remark + "\n").utf8))
  }
}
