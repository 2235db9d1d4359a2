// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// A secret that containers can hold: wiped when the last of them lets go.
final class SharedSecret: Sendable {
  let secret: SecretBytes

  init(_ secret: consuming SecretBytes) { self.secret = secret }
}
