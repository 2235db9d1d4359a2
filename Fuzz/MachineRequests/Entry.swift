// SPDX-License-Identifier: Apache-2.0
import FuzzTargets

/// What libFuzzer calls with each input.
@c public func LLVMFuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  MachineRequestsTarget.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
