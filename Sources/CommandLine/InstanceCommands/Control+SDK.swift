// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls
import TerminalConsole

extension Control {
  /// The SDK is installed beside the program.
  func showSDK() throws(ControlFailure) {
    let folder = SplitPath(program).sibling("sdk")
    do { _ = try FileDescriptor.open(folder + "/toolset.json", O_RDONLY) } catch { throw .noSDK(path: folder) }
    console.print(folder)
  }
}
