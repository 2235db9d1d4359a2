// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import PasskeyItems
import WireFormat

extension PasskeySignal {
  private enum Number: UInt8 { case unknown = 1, accepted = 2, details = 3 }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: relyingParty, atMost: StoredPasskey.longestRelyingParty)
    switch news {
    case .unknown(let credential):
      try buffer.append(integer: Number.unknown.rawValue)
      try buffer.append(credential: credential)
    case .accepted(let handle, let credentials):
      try buffer.append(integer: Number.accepted.rawValue)
      try buffer.append(counting: handle.span, atMost: StoredPasskey.longestUserHandle)
      try buffer.append(credentials: credentials)
    case .details(let handle, let name, let displayName):
      try buffer.append(integer: Number.details.rawValue)
      try buffer.append(counting: handle.span, atMost: StoredPasskey.longestUserHandle)
      for name in [name, displayName] { try buffer.append(text: name, atMost: StoredPasskey.longestName) }
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let party = try cursor.text(atMost: StoredPasskey.longestRelyingParty, in: message)
    let number = try cursor.number(Number.self, in: message)
    if number == .unknown {
      self.init(.unknown(credential: try cursor.credential(in: message)), of: party)
      return
    }
    let handle = try cursor.countedBytes(atMost: StoredPasskey.longestUserHandle, in: message)
    if number == .accepted {
      self.init(.accepted(userHandle: handle, credentials: try cursor.credentials(in: message)), of: party)
      return
    }
    let name = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    let display = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    self.init(.details(userHandle: handle, name: name, displayName: display), of: party)
  }
}
