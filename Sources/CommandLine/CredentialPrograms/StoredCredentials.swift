// SPDX-License-Identifier: Apache-2.0
import Advice
import KeychainModel

/// The items of one helper program: generic passwords of one service, found by their accounts.
struct StoredCredentials {
  private let keychain: any KeychainService
  private let service: String

  init(_ keychain: any KeychainService, service: String) { (self.keychain, self.service) = (keychain, service) }

  struct Entry {
    let account: String
    let comment: String
  }

  /// All of them, without what they keep.
  func entries() throws(CommandFailure) -> [Entry] {
    let query = ItemQuery(
      .genericPassword, [.service: .string(service)], options: RequestOptions(returns: .attributes, limit: .all))
    do throws(KeychainStatus) {
      return try keychain.find(query).compactMap { item in
        guard let account = Self.text(item.attributes?[.account]) else { return nil }
        return Entry(account: account, comment: Self.text(item.attributes?[.comment]) ?? "")
      }
    } catch {
      guard error == .itemNotFound else { throw .keychain(error) }
      return []
    }
  }

  /// The secret of an account; nil where there is none.
  func secret(of account: String) throws(CommandFailure) -> SecretData? {
    let query = ItemQuery(
      .genericPassword, attributes(account), options: RequestOptions(returns: .data, limit: .one))
    do throws(KeychainStatus) { return try keychain.find(query).first?.data } catch {
      guard error == .itemNotFound else { throw .keychain(error) }
      return nil
    }
  }

  /// Stores a secret in place of an existing one.
  func store(_ secret: SecretData, for account: String, label: String, comment: String) throws(CommandFailure) {
    var added = attributes(account)
    (added[.label], added[.comment]) = (.string(label), .string(comment))
    do throws(KeychainStatus) {
      do throws(KeychainStatus) {
        _ = try keychain.add(ItemAddition(.genericPassword, added, data: secret))
      } catch {
        guard error == .duplicateItem else { throw error }
        let changes = ItemChanges([.label: .string(label), .comment: .string(comment)], data: secret)
        try keychain.update(ItemQuery(.genericPassword, attributes(account)), with: changes)
      }
    } catch {
      throw .keychain(error)
    }
  }

  /// Erases the secret of an account, where there is one.
  func erase(_ account: String) throws(CommandFailure) {
    do throws(KeychainStatus) { try keychain.delete(ItemQuery(.genericPassword, attributes(account))) } catch {
      guard error == .itemNotFound else { throw .keychain(error) }
    }
  }

  private func attributes(_ account: String) -> ItemAttributes {
    [.service: .string(service), .account: .string(account)]
  }

  private static func text(_ value: AttributeValue?) -> String? {
    switch value {
    case .string(let text)?: text
    case .data(let bytes)?: String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }
}
