// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import WireFormat

extension AccountQuestion {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: relyingParty, atMost: PasskeySubject.longestName)
    try buffer.append(integer: UInt32(accounts.count))
    for account in accounts {
      for name in [account.name, account.label] { try buffer.append(text: name, atMost: PasskeySubject.longestName) }
      try buffer.append(integer: UInt8(account.isReplaced ? 1 : 0))
    }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let party = try cursor.text(atMost: PasskeySubject.longestName, in: message)
    let accounts = try cursor.list(in: message) { (cursor) throws(WireError) in
      let name = try cursor.text(atMost: PasskeySubject.longestName, in: message)
      let label = try cursor.text(atMost: PasskeySubject.longestName, in: message)
      return Account(name: name, label: label, isReplaced: try cursor.flag(in: message))
    }
    guard accounts.count <= Self.mostAccounts else { throw .badValue }
    self.init(relyingParty: party, accounts: accounts)
  }
}

extension UnlockQuestion {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: operation.rawValue)
    try buffer.append(text: relyingParty, atMost: PasskeySubject.longestName)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let operation = try cursor.number(Operation.self, in: message)
    self.init(operation, at: try cursor.text(atMost: PasskeySubject.longestName, in: message))
  }
}
