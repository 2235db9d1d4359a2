// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SecretMemory

/// Random bytes from the kernel: no state in the process that a fork or a memory image could repeat.
package enum SystemRandom {
  package static func fill(_ span: inout MutableSpan<UInt8>) {
    unsafe span.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < bytes.count {
        guard let base = bytes.baseAddress else { return }
        let count = unsafe clinux_random(base + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        // getrandom(2) fails for bad arguments only, and going on without randomness would be worse than stopping.
        precondition(count > 0, "the kernel gives no random bytes")
        done += count
      }
    }
  }

  package static func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    fill(&span)
    return bytes
  }

  package static func secret(_ count: Int) -> SecretBytes {
    SecretBytes(count: count) { fill(&$0) }
  }
}
