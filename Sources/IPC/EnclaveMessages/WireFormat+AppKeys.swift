// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import WireFormat

// The fields of messages about keys of apps.

extension WireBuffer {
  mutating func append(use: AppAttestKeyUse) throws(WireError) {
    try append(bytes: use.key.encoded.span)
    try append(integer: use.counter)
    try append(counted: use.launch, in: AppAttestKeyUse.launchLengths)
    try append(counted: use.clientDataHash, in: AppAttestKeyUse.hashLengths)
  }
}

extension WireCursor {
  mutating func appKey(in packet: Span<UInt8>) throws(WireError) -> AppAttestKey {
    guard let key = AppAttestKey(encoded: try bytes(AppAttestKey.encodedSize, in: packet)) else { throw .badValue }
    return key
  }

  mutating func appKeyUse(in packet: Span<UInt8>) throws(WireError) -> AppAttestKeyUse {
    let key = try appKey(in: packet)
    let counter = try integer(UInt32.self, in: packet)
    let launch = try counted(AppAttestKeyUse.launchLengths, in: packet)
    guard
      let use = AppAttestKeyUse(
        key, counter: counter, launch: launch, clientDataHash: try counted(AppAttestKeyUse.hashLengths, in: packet))
    else { throw .badValue }
    return use
  }
}
