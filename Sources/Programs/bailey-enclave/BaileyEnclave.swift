// SPDX-License-Identifier: Apache-2.0
import EnclaveService
import Glibc

/// The trusted core: root key, passcode, class keys, lock state. Started by the supervisor only.
@main enum BaileyEnclave {
  static func main() {
    exit(EnclaveStart.run(arguments: Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
