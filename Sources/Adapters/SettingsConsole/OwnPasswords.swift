// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import KeychainModel
import SecretMemory
import Threads
import WebServer

// Passwords that the owner adds and edits in the page.

/// A password as it was typed. The secret goes to `baileyd` as it came, and nothing here keeps it.
struct TypedPassword {
  /// Nil for a new one.
  let reference: PersistentReference?
  let attributes: ItemAttributes
  /// Nil where it stays as it is.
  let secret: SecretData?

  private static let fields: [ItemAttribute] = [.label, .service, .account, .comment]

  /// The lines are the reference or a hyphen, then title, site, account and comment in hexadecimal, or a hyphen for what stays as
  /// it is; the rest is the secret, and nothing where it stays as it is.
  init(_ request: WebRequest) throws(ConsoleFailure) {
    let count = Self.fields.count + 1
    guard let lines = request.lines(count) else { throw .badRequest }
    if lines[0] == "-" {
      reference = nil
    } else {
      guard let bytes = [UInt8](hexadecimal: lines[0]), let reference = try? PersistentReference(bytes.span) else {
        throw .badRequest
      }
      self.reference = reference
    }
    var attributes: ItemAttributes = [:]
    for (attribute, line) in zip(Self.fields, lines.dropFirst()) where line != "-" {
      guard let bytes = [UInt8](hexadecimal: line), let text = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest
      }
      attributes[attribute] = .string(text)
    }
    self.attributes = attributes
    if let bytes = request.rest(after: count) { secret = SecretData(bytes) } else { secret = nil }
  }
}

extension InstanceWatcher {
  func save(_ password: TypedPassword) throws(ConsoleFailure) {
    do throws(BrokerClientError) {
      if let reference = password.reference {
        try broker.changeForOwner(reference, ItemChanges(password.attributes, data: password.secret))
      } else {
        let addition = ItemAddition(.genericPassword, password.attributes, data: password.secret ?? .empty)
        try broker.addForOwner(addition)
      }
    } catch {
      throw .broker(error)
    }
    knownItems.withLock { $0 = nil }
    state.change { $0.items += 1 }
  }
}
