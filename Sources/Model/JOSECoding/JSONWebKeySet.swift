// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The public keys of one issuer (RFC 7517, section 5).
package struct JSONWebKeySet: Sendable, Equatable {
  package let keys: [JSONWebKey]

  package static let largest = 256 << 10
  private static let mostKeys = 64

  package init(_ keys: [JSONWebKey]) { self.keys = keys }

  /// Keys of types that are not known here are left out, as section 5 has it; one that is broken makes the set so.
  package init(_ bytes: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes, JSONLimits(bytes: Self.largest, depth: 8, values: 4096))
    } catch { throw .notJSON(.payload, error) }
    guard case .object(let members) = value, case .array(let values) = members.value("keys") else {
      throw .keyMember("keys")
    }
    guard values.count <= Self.mostKeys else { throw .tooManyKeys }
    var (keys, names): ([JSONWebKey], Set<String>) = ([], [])
    for value in values {
      do throws(JOSEError) {
        let key = try JSONWebKey(value)
        if let id = key.id, !names.insert(id).inserted { throw .keyTwice(id) }
        keys.append(key)
      } catch .keyTypeRefused { continue }
    }
    self.keys = keys
  }

  package func key(_ id: String) -> JSONWebKey? { keys.first { $0.id == id } }

  package var json: JSONValue { .members(["keys": .array(keys.map(\.json))]) }
}
