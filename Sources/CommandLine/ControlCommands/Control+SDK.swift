// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls
import TerminalConsole

extension Control {
  /// The SDK is installed beside the program.
  func showSDK() throws(ControlFailure) {
    let folder = program[..<(program.lastIndex(of: "/") ?? program.startIndex)] + "/sdk"
    do { _ = try FileDescriptor.open(folder + "/toolset.json", O_RDONLY) } catch { throw .noSDK(path: String(folder)) }
    console.print(String(folder))
  }
}
