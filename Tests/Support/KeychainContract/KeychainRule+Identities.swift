// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import ProtectionModel
import ProtectionModelTesting

// MARK: - Identities (table 6.1)

extension KeychainRule {
  static let identities: [KeychainRule] = [
    KeychainRule("identity: is there when a private key and its certificate are") { place in
      try place.addKey()
      try expect(.itemNotFound) { try place.app.find(.identity, [:]) }
      try place.addCertificate()
      let found = try place.app.find(.identity, [:], .all).first
      try expectEqual(found?.itemClass, .identity, "class")
      try expectEqual(found?.text, "key 1", "key")
      try expectEqual(
        found?.certificate?.data.flatMap { ItemResult(.key, data: $0).text }, "certificate 1", "certificate")
    },
    KeychainRule("identity: its attributes are the key's, overridden by the certificate's") { place in
      try place.addKey()
      try place.addCertificate()
      let found = try place.app.find(.identity, [:], .attributes).first?.attributes ?? [:]
      try expectEqual(found[.label], "certificate label", "label")
      try expectEqual(found[.applicationTag], "tag", "tag")
      try expectEqual(found[.serialNumber], .data([1]), "serial number")
    },
    KeychainRule("identity: a public key forms none") { place in
      try place.app.add(.key, [.keyClass: 0, .isPrivate: 1, .applicationLabel: .data([1])], "public")
      try place.addCertificate()
      try expect(.itemNotFound) { try place.app.find(.identity, [:]) }
    },
    KeychainRule("identity: a key and a certificate of other keys form none") { place in
      try place.addKey(1)
      try place.addCertificate(2)
      try expect(.itemNotFound) { try place.app.find(.identity, [:]) }
      try place.app.add(.key, [.keyClass: 1, .isPrivate: 1], "no label")
      try place.app.add(.certificate, [.serialNumber: .data([9])], "no hash")
      try expect(.itemNotFound) { try place.app.find(.identity, [:]) }
    },
    KeychainRule("identity: both halves must be in allowed groups, which may differ") { place in
      try place.addKey(1, ["agrp": "team.shared"])
      try place.addCertificate()
      try expectEqual(try place.app.count(.identity), 1, "both")
      try expect(.itemNotFound) { try place.caller(["team.app"]).find(.identity, [:]) }
      try expect(.itemNotFound) { try place.caller(["team.shared"]).find(.identity, [:]) }
    },
    KeychainRule("identity: the group of a query is that of the key") { place in
      try place.addKey(1, ["agrp": "team.shared"])
      try place.addCertificate()
      for (group, number) in [("team.shared", 1), ("team.app", 0)] {
        try expectEqual(try place.app.count(.identity, [.accessGroup: .string(group)]), number, group)
      }
      try place.app.update(.identity, [.accessGroup: "team.shared"], to: [.alias: "new"])
      try expectEqual(try place.app.count(.certificate, [.alias: "new"]), 1, "certificates changed")
      try expect(.itemNotFound) { try place.caller(["team.shared"]).find(.identity, [.accessGroup: "team.shared"]) }
    },
    KeychainRule("identity: a caller of very many groups reaches none that is in no group of its") { place in
      try place.addKey()
      try place.addCertificate()
      let other = try place.caller((0..<300).map { "other\($0)" })
      try expect(.itemNotFound) { try other.find(.identity, [:]) }
      try expect(.itemNotFound) { try other.delete(place.object(serial: 1)) }
      try expectEqual(try place.app.count(.identity), 1, "identities")
    },
    KeychainRule("identity: one key and two certificates are two") { place in
      try place.addKey()
      try place.addCertificate(1, serial: 1)
      try place.addCertificate(1, serial: 2)
      try expectEqual(try place.app.count(.identity), 2, "identities")
    },
    KeychainRule("identity: two keys of one label and another tag are two") { place in
      try place.addKey()
      try place.addKey(1, ["atag": "other"])
      try place.addCertificate()
      try expectEqual(try place.app.count(.identity), 2, "identities")
    },
    KeychainRule("identity: the key's sync and pdmn decide") { place in
      try place.addKey(1, ["sync": true, "pdmn": "ck"])
      try place.addCertificate()
      try expect(.itemNotFound) { try place.app.find(.identity, [:]) }
      try expectEqual(try place.app.count(.identity, [.synchronizable: true]), 1, "sync")
      try expectEqual(try place.app.count(.identity, [.synchronizable: true, .accessible: "ck"]), 1, "pdmn")
      try expectEqual(try place.app.count(.identity, [.synchronizable: true, .accessible: "dk"]), 0, "other pdmn")
    },
    KeychainRule("identity: labl, issr, slnr, skid and what only certificates have select on the certificate") {
      place in
      try place.addKey()
      try place.addCertificate()
      let hits: [ItemAttributes] = [
        [.label: "certificate label"], [.serialNumber: .data([1])], [.publicKeyHash: .data([1])],
        [.certificateType: 3], [.applicationTag: "tag"], [.applicationLabel: .data([1])],
      ]
      for hit in hits { try expectEqual(try place.app.count(.identity, hit), 1, "\(hit)") }
      let misses: [ItemAttributes] = [[.label: "key label"], [.serialNumber: .data([2])], [.applicationTag: "no"]]
      for miss in misses { try expectEqual(try place.app.count(.identity, miss), 0, "\(miss)") }
    },
    KeychainRule("identity: adding one adds both, and one that is there is tolerated") { place in
      try place.addCertificate()
      let added = try place.app.add(place.identity(returns: .persistentReference))
      try expectEqual(added?.persistentReference?.itemClass, .identity, "class of the reference")
      try expectEqual(try place.app.count(.identity), 1, "identities")
      try expect(.duplicateItem) { _ = try place.app.add(place.identity()) }
    },
    KeychainRule("identity: when one half cannot be stored, none is") { place in
      var addition = place.identity()
      addition.attributes[.accessible] = "ak"
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { _ = try place.app.add(addition) }
      place.keys.move(to: .unlocked)
      try expectEqual(try place.app.count(.certificate), 0, "certificates")
    },
    KeychainRule("identity: its reference names the certificate's row") { place in
      try place.addKey()
      try place.addCertificate()
      guard let reference = try place.app.find(.identity, [:], .persistentReference).first?.persistentReference else {
        throw Violation("no reference")
      }
      try expectEqual(try place.app.find(reference, nil, .data).first?.text, "key 1", "by reference")
      let certificate = try place.app.find(.certificate, [:], .persistentReference).first?.persistentReference
      try expectEqual(certificate?.target, reference.target, "target")
    },
    KeychainRule("identity: an update changes both halves") { place in
      try place.addKey()
      try place.addCertificate()
      try place.app.update(.identity, [:], to: [.label: "new"])
      try expectEqual(try place.app.count(.key, [.label: "new"]), 1, "key")
      try expectEqual(try place.app.count(.certificate, [.label: "new"]), 1, "certificate")
    },
    KeychainRule("identity: deleting by reference takes the certificate, and the key unless another needs it") {
      place in
      try place.addKey()
      try place.addCertificate(1, serial: 1)
      try place.addCertificate(1, serial: 2)
      for left in [1, 0] {
        guard let found = try place.app.find(.identity, [:], .persistentReference).first?.persistentReference else {
          throw Violation("no reference")
        }
        try place.app.delete(ItemQuery(.identity, persistentReference: found))
        try expectEqual(try place.app.count(.certificate), left, "certificates")
        try expectEqual(try place.app.count(.key), left, "keys")
      }
    },
    KeychainRule("identity: deleting an object takes its certificate, and the key unless another needs it") { place in
      try place.addKey()
      try place.addCertificate(1, serial: 1)
      try place.addCertificate(1, serial: 2)
      try place.addKey(2)
      try place.addCertificate(2, serial: 3)
      for (serial, keys) in [(1, 2), (2, 1)] as [(UInt8, Int)] {
        try place.app.delete(place.object(serial: serial))
        try expectEqual(try place.app.count(.certificate, [.serialNumber: .data([serial])]), 0, "certificate \(serial)")
        try expectEqual(try place.app.count(.key), keys, "keys")
      }
      try expectEqual(try place.app.count(.identity, [.serialNumber: .data([3])]), 1, "the other identity")
    },
    KeychainRule("identity: of one that is in two groups only the copy in the group of the query is deleted") { place in
      for group in ["team.app", "team.shared"] {
        try place.addKey(1, ["agrp": .string(group)])
        try place.addCertificate(1, serial: 1, more: [.accessGroup: .string(group)])
      }
      var object = place.object(serial: 1)
      object.attributes[.accessGroup] = "team.shared"
      try place.app.delete(object)
      try expectEqual(try place.app.count(.certificate), 1, "certificates")
      try expectEqual(try place.app.count(.identity, [.accessGroup: "team.app"]), 1, "the other one")
    },
    KeychainRule("identity: an object is found and changed with its own certificate") { place in
      try place.addKey()
      try place.addCertificate(1, serial: 1)
      try place.addCertificate(1, serial: 2)
      var object = place.object(serial: 2)
      try place.app.update(object, with: ItemChanges([.label: "renewed"]))
      try expectEqual(try place.app.count(.certificate, [.label: "renewed"]), 1, "certificates changed")
      object.options = RequestOptions(returns: .attributes, limit: .all)
      let found = try place.app.find(object).map { $0.attributes?[.serialNumber] }
      try expectEqual(found, [.data([2])], "serial numbers")
    },
    KeychainRule("identity: deleting by attributes deletes certificates and keys with such attributes") { place in
      try place.addKey()
      try place.addCertificate(2)
      try expect(.noSuchAttribute) { try place.app.delete(.identity, [.applicationTag: "tag"]) }
      try place.app.delete(.identity, [.alias: "alias"])
      try expectEqual(try place.app.count(.key), 0, "keys")
      try expectEqual(try place.app.count(.certificate), 0, "certificates")
      try expect(.itemNotFound) { try place.app.delete(.identity, [:]) }
    },
    KeychainRule("identity: deleting one half leaves the other") { place in
      try place.addKey()
      try place.addCertificate()
      try place.app.delete(.certificate, [:])
      try expect(.itemNotFound) { try place.app.find(.identity, [:]) }
      try expectEqual(try place.app.count(.key), 1, "keys")
    },
    KeychainRule("identity: while the key is locked it is -25308") { place in
      try place.addKey()
      try place.addCertificate()
      place.keys.move(to: .locked)
      try expect(.interactionNotAllowed) { try place.app.find(.identity, [:]) }
    },
    KeychainRule("identity: its certificate may want authentication as its key may") { place in
      try place.addKey()
      try place.addCertificate(more: [.accessControl: AccessControl.passcode()])
      try expectEqual(try place.app.find(.identity, [:]).count, 1, "identities")
      try expectEqual(place.person.timesAsked, 1, "questions")
      try place.app.update(.identity, [:], to: [.alias: "new"])
      try expectEqual(place.person.timesAsked, 2, "questions")
      place.person.will(.no)
      try expect(.authFailed) { try place.app.find(.identity, [:]) }
      try expect(.interactionNotAllowed) {
        try place.app.find(.identity, [:]) { $0.authentication = AuthenticationChoice(prompt: .fail) }
      }
      try expect(.itemNotFound) {
        try place.app.find(.identity, [:]) { $0.authentication = AuthenticationChoice(prompt: .skip) }
      }
    },
    KeychainRule("identity: nobody is asked for the certificate of a key that is not there") { place in
      try place.addKey()
      try place.addCertificate(more: [.accessControl: AccessControl.passcode()])
      try expect(.itemNotFound) { try place.app.find(.identity, [.applicationTag: "other"]) }
      try expectEqual(place.person.timesAsked, 0, "questions")
    },
  ]
}

extension KeychainRuleContext {
  fileprivate func addKey(_ number: UInt8 = 1, _ more: [String: AttributeValue] = [:]) throws {
    var attributes = keyAttributes(number)
    for (name, value) in more { if let attribute = ItemAttribute(rawValue: name) { attributes[attribute] = value } }
    try app.add(.key, attributes, "key \(number)")
  }

  private func keyAttributes(_ number: UInt8) -> ItemAttributes {
    [
      .keyClass: 1, .isPrivate: 1, .applicationLabel: .data([number]), .applicationTag: "tag", .label: "key label",
      .alias: "alias",
    ]
  }

  fileprivate func addCertificate(_ number: UInt8 = 1, serial: UInt8 = 1, more: ItemAttributes = [:]) throws {
    let attributes = certificateAttributes(number, serial: serial).merging(more) { _, other in other }
    try app.add(.certificate, attributes, "certificate \(number)")
  }

  /// What an identity object of the first key asks for.
  fileprivate func object(serial: UInt8) -> ItemQuery {
    var attributes = certificateAttributes(1, serial: serial)
    (attributes[.label], attributes[.alias]) = (nil, nil)
    attributes.merge([.keyClass: 1, .isPrivate: 1, .applicationLabel: .data([1]), .canSign: true]) { _, new in new }
    return ItemQuery(.identity, attributes, isOfObject: true)
  }

  private func certificateAttributes(_ number: UInt8, serial: UInt8) -> ItemAttributes {
    [
      .certificateType: 3, .publicKeyHash: .data([number]), .serialNumber: .data([serial]),
      .label: "certificate label", .alias: "alias",
    ]
  }

  fileprivate func identity(returns: ReturnSelection = []) -> ItemAddition {
    ItemAddition(
      .identity, keyAttributes(1), data: SecretData(copying: Array("key 1".utf8).span),
      certificate: CertificatePart(
        attributes: certificateAttributes(1, serial: 1),
        data: SecretData(copying: Array("certificate 1".utf8).span)),
      options: RequestOptions(returns: returns))
  }
}
