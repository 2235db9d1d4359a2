// SPDX-License-Identifier: Apache-2.0
import OwnProcess

/// How long the tests are that try something again and again: a sample in `make test`, all of it in `make test-long`.
package enum LongTests {
  package static let areWanted = Environment.value("BAILEY_LONG_TESTS") == "1"

  package static func rounds(_ sample: Int, of whole: Int) -> Int { areWanted ? whole : sample }
}
