// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

var isRoot: Bool { geteuid() == 0 }

func expect(_ isTrue: Bool, _ fact: String, line: Int = #line) throws(Violation) {
  guard isTrue else { throw Violation("\(fact) (line \(line))") }
}

func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: String, line: Int = #line
) throws(Violation) {
  guard found == expected else { throw Violation("\(what): \(found), not \(expected) (line \(line))") }
}

/// The call must fail in one of these ways.
func expectFailure(
  _ codes: Int32..., of what: String, line: Int = #line, _ call: () throws(SystemError) -> Void
) throws(Violation) {
  do throws(SystemError) {
    try call()
  } catch {
    guard codes.contains(error.code) else { throw Violation("\(what): \(error) (line \(line))") }
    return
  }
  throw Violation("\(what) succeeded (line \(line))")
}
