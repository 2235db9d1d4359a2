// SPDX-License-Identifier: Apache-2.0
import KeychainModel

// MARK: - Columns, defaults and comparison (tables 1.1 to 1.8)

extension KeychainRule {
  static let attributes: [KeychainRule] =
    uniqueness + values + [
      KeychainRule("absent: leaving an attribute out of a query means any") { place in
        try place.app.add(.genericPassword, [.account: "a", .service: "s"], "x")
        try expectEqual(try place.app.count(.genericPassword), 1, "any")
        try expectEqual(try place.app.count(.genericPassword, [.service: "s"]), 1, "by service")
      },
      KeychainRule("absent: an empty value in a query finds absent and empty") { place in
        try place.app.add(.genericPassword, [.service: "s"], "x")
        try place.app.add(.genericPassword, [.service: "t", .account: ""], "x")
        try place.app.add(.genericPassword, [.service: "u", .account: "me"], "x")
        try expectEqual(try place.app.count(.genericPassword, [.account: ""]), 2, "empty account")
      },
      KeychainRule("absent: an attribute outside the primary key is not found by an empty value") { place in
        try place.app.add(.genericPassword, [.service: "s"], "x")
        try expectEqual(try place.app.count(.genericPassword, [.label: ""]), 0, "absent label")
        try place.app.add(.genericPassword, [.service: "t", .label: ""], "x")
        try expectEqual(try place.app.count(.genericPassword, [.label: ""]), 1, "empty label")
      },
      KeychainRule("gena: filters queries and is not part of the primary key") { place in
        try place.app.add(.genericPassword, [.account: "a", .generic: .data([1])], "x")
        try expectEqual(try place.app.count(.genericPassword, [.generic: .data([2])]), 0, "another")
        try expect(.duplicateItem) {
          try place.app.add(.genericPassword, [.account: "a", .generic: .data([2])], "x")
        }
      },
      KeychainRule("pdmn: the default is ak, and dk for certificates") { place in
        try place.app.add(.genericPassword, [:], "x")
        try place.app.add(.certificate, [.serialNumber: .data([1])], "x")
        try expectEqual(try place.app.count(.genericPassword, [.accessible: "ak"]), 1, "password")
        try expectEqual(try place.app.count(.certificate, [.accessible: "dk"]), 1, "certificate")
      },
      KeychainRule("pdmn: filters queries") { place in
        try place.app.add(.genericPassword, [.accessible: "ck"], "x")
        try expectEqual(try place.app.count(.genericPassword, [.accessible: "ck"]), 1, "same")
        try expectEqual(try place.app.count(.genericPassword, [.accessible: "ak"]), 0, "another")
      },
      KeychainRule("accc: does not filter queries") { place in
        try place.app.add(.genericPassword, [.accessible: "ck"], "x")
        let control = AttributeValue.accessControl(AccessControl(.always))
        try expectEqual(try place.app.count(.genericPassword, [.accessControl: control]), 1, "found")
      },
      KeychainRule("cdat and mdat: Add overwrites what it is given") { place in
        let then = AttributeValue.date(-1000)
        try place.app.add(.genericPassword, [.creationDate: then, .modificationDate: then], "x")
        let found = try place.app.find(.genericPassword, [:], .attributes).first?.attributes ?? [:]
        try expect(found[.creationDate]?.date ?? 0 > 0 && found[.modificationDate]?.date ?? 0 > 0, "dated now")
        try expectEqual(found[.creationDate], found[.modificationDate], "dates")
      },
      KeychainRule("cdat: Update may set it, and not mdat") { place in
        try place.app.add(.genericPassword, [:], "x")
        try place.app.update(.genericPassword, [:], to: [.creationDate: .date(5), .modificationDate: .date(6)])
        let found = try place.app.find(.genericPassword, [:], .attributes).first?.attributes ?? [:]
        try expectEqual(found[.creationDate], .date(5), "creation")
        try expect(found[.modificationDate]?.date ?? 0 > 6, "modified now")
      },
      KeychainRule("musr: is ignored") { place in
        try place.app.add(.genericPassword, [.multiUser: .data([1])], "x")
        try place.app.update(.genericPassword, [:], to: [.multiUser: .data([2])])
        try expectEqual(try place.app.count(.genericPassword, [.multiUser: .data([3])]), 1, "found")
      },
      KeychainRule("all attributes of every class: what is stored comes back in its type") { place in
        for itemClass in ItemClass.stored {
          let given = Self.samples(of: itemClass)
          try place.app.add(itemClass, given, "x")
          let found = try place.app.find(itemClass, [:], .attributes).first?.attributes ?? [:]
          for (attribute, value) in given {
            try expectEqual(found[attribute], value, "\(itemClass) \(attribute)")
            try expectEqual(try place.app.count(itemClass, [attribute: value]), 1, "\(itemClass) by \(attribute)")
          }
        }
      },
    ]

  /// One value for every attribute an ordinary caller may set.
  private static func samples(of itemClass: ItemClass) -> ItemAttributes {
    var samples: ItemAttributes = [:]
    for (number, column) in ItemSchema.of(itemClass).columns.enumerated() where column.role == .ordinary {
      switch column.attribute {
      case .accessGroup, .accessible, .accessControl, .synchronizable, .tokenID: continue
      default: break
      }
      samples[column.attribute] =
        switch column.type {
        case .blob, .string: .string("value \(number)")
        case .data, .accessControl: .data([UInt8(number), 0, 255])
        case .number: .number(Int64(number) + 1)
        case .date: .date(Double(number) + 0.5)
        }
    }
    return samples
  }

  // MARK: - The primary key

  /// Attributes that make another item, by class, and some that do not.
  private static let uniqueness: [KeychainRule] =
    [
      (.genericPassword, .account, "b"), (.genericPassword, .service, "b"),
      (.genericPassword, .accessGroup, "team.shared"), (.genericPassword, .synchronizable, true),
      (.internetPassword, .account, "b"), (.internetPassword, .securityDomain, "b"), (.internetPassword, .server, "b"),
      (.internetPassword, .networkProtocol, "htps"), (.internetPassword, .authenticationType, "dflt"),
      (.internetPassword, .port, 443), (.internetPassword, .path, "/b"), (.certificate, .certificateType, 3),
      (.certificate, .issuer, .data([1])), (.certificate, .serialNumber, .data([1])), (.key, .keyClass, 1),
      (.key, .applicationLabel, .data([1])), (.key, .applicationTag, "b"), (.key, .creator, 1), (.key, .type, 42),
      (.key, .keySizeInBits, 256), (.key, .effectiveKeySize, 256), (.key, .startDate, .date(1)),
      (.key, .endDate, .date(1)),
    ].map { (itemClass: ItemClass, attribute: ItemAttribute, value: AttributeValue) in
      KeychainRule("uniqueness: another \(attribute.rawValue) of \(itemClass.rawValue) is another item") { place in
        try place.app.add(itemClass, [:], "x")
        try place.app.add(itemClass, [attribute: value], "y")
        try expect(.duplicateItem) { try place.app.add(itemClass, [attribute: value], "z") }
      }
    }
    + [
      (.genericPassword, .label, "b"), (.genericPassword, .generic, .data([1])), (.genericPassword, .accessible, "ck"),
      (.genericPassword, .comment, "b"), (.genericPassword, .type, 7), (.internetPassword, .label, "b"),
      (.certificate, .subject, .data([1])), (.certificate, .certificateEncoding, 3),
      (.certificate, .publicKeyHash, .data([1])), (.key, .label, "b"), (.key, .canSign, true), (.key, .isPrivate, 1),
    ].map { (itemClass: ItemClass, attribute: ItemAttribute, value: AttributeValue) in
      KeychainRule("uniqueness: another \(attribute.rawValue) of \(itemClass.rawValue) is the same item") { place in
        try place.app.add(itemClass, [:], "x")
        try expect(.duplicateItem) { try place.app.add(itemClass, [attribute: value], "y") }
      }
    } + [
      KeychainRule("uniqueness: an absent attribute of the primary key equals its default") { place in
        try place.app.add(.genericPassword, [.service: "s"], "x")
        try expect(.duplicateItem) { try place.app.add(.genericPassword, [.service: "s", .account: ""], "y") }
        try place.app.add(.internetPassword, [.server: "s"], "x")
        try expect(.duplicateItem) { try place.app.add(.internetPassword, [.server: "s", .port: 0, .path: ""], "y") }
      },
      KeychainRule("uniqueness: classes are apart") { place in
        for itemClass in ItemClass.stored { try place.app.add(itemClass, [:], "x") }
      },
    ]

  // MARK: - Values

  private static let values: [KeychainRule] =
    [
      KeychainRule("comparison: a string equals data of the same bytes") { place in
        try place.app.add(.genericPassword, [.account: "abc"], "x")
        try expectEqual(try place.app.count(.genericPassword, [.account: .data([0x61, 0x62, 0x63])]), 1, "found")
        try expect(.duplicateItem) {
          try place.app.add(.genericPassword, [.account: .data([0x61, 0x62, 0x63])], "y")
        }
      },
      KeychainRule("comparison: case counts") { place in
        try place.app.add(.genericPassword, [.account: "Me"], "x")
        try expectEqual(try place.app.count(.genericPassword, [.account: "me"]), 0, "lower case")
        try place.app.add(.genericPassword, [.account: "me"], "y")
      },
      KeychainRule("comparison: there is no Unicode normalisation") { place in
        try place.app.add(.genericPassword, [.account: "caf\u{E9}"], "x")
        try place.app.add(.genericPassword, [.account: "cafe\u{301}"], "y")
        try expectEqual(try place.app.text(.genericPassword, [.account: "cafe\u{301}"]), "y", "decomposed")
      },
      KeychainRule("conversion: a blob keeps strings, data and numbers as given") { place in
        let given: [(AttributeValue, AttributeValue)] = [("a", "a"), (.data([1]), .data([1])), (7, 7)]
        for (value, expected) in given {
          try place.app.add(.genericPassword, [.account: value, .comment: value], "x")
          let found = try place.app.find(.genericPassword, [.account: value], .attributes).first?.attributes
          try expectEqual(found?[.comment], expected, "comment")
        }
      },
      KeychainRule("conversion: data is made of a string") { place in
        try place.app.add(.key, [.applicationLabel: "abc"], "x")
        let found = try place.app.find(.key, [:], .attributes).first?.attributes
        try expectEqual(found?[.applicationLabel], .data([0x61, 0x62, 0x63]), "label")
      },
      KeychainRule("conversion: a number is made of a Boolean and of digits") { place in
        try place.app.add(.genericPassword, [.isInvisible: true, .type: "42"], "x")
        let found = try place.app.find(.genericPassword, [.type: 42], .attributes).first?.attributes
        try expectEqual(found?[.isInvisible], 1, "flag")
        try expectEqual(found?[.type], 42, "type")
      },
      KeychainRule("conversion: text that is no number stays text") { place in
        try place.app.add(.internetPassword, [.networkProtocol: "http"], "x")
        let found = try place.app.find(.internetPassword, [.networkProtocol: "http"], .attributes).first?.attributes
        try expectEqual(found?[.networkProtocol], "http", "protocol")
      },
    ]
    + [
      (.account, true), (.account, .date(1)), (.isInvisible, .data([1])), (.accessGroup, 1), (.creationDate, "now"),
      (.accessControl, "ak"),
    ].map { (attribute: ItemAttribute, value: AttributeValue) in
      KeychainRule("conversion: \(value) for \(attribute.rawValue) is -50") { place in
        try expect(.param, of: "add") { try place.app.add(.genericPassword, [attribute: value], "x") }
        try expect(.param, of: "find") { try place.app.find(.genericPassword, [attribute: value]) }
      }
    }
}
