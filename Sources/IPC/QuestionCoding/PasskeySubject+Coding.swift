// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import WireFormat

extension PasskeySubject {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: relyingParty, atMost: Self.longestName)
    try buffer.append(text: account, atMost: Self.longestName)
    for hash in [userHash, clientDataHash, saltsHash] { try buffer.append(bytes: hash.span) }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let party = try cursor.text(atMost: Self.longestName, in: message)
    let account = try cursor.text(atMost: Self.longestName, in: message)
    let user = try cursor.bytes(Self.hashSize, in: message)
    let data = try cursor.bytes(Self.hashSize, in: message)
    let subject = PasskeySubject(
      relyingParty: party, account: account, userHash: user, clientDataHash: data,
      saltsHash: try cursor.bytes(Self.hashSize, in: message))
    guard let subject else { throw .badValue }
    self = subject
  }
}
