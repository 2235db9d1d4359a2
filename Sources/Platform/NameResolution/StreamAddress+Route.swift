// SPDX-License-Identifier: Apache-2.0
import CNameResolution
package import StreamSockets

extension StreamAddress {
  /// Whether the address is one of a network that this machine is part of, whatever its number: no gateway lies on the
  /// way, and the interface reaches several machines. On any error, assume that it is.
  package var isOnLink: Bool { unsafe cnames_is_on_link(bytes, bytes.count) != 0 }
}
