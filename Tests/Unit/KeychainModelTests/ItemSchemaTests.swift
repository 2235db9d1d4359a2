// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct ItemSchemaTests {
  /// The primary keys of Apple's schema, by class.
  @Test(
    arguments: [
      (.genericPassword, "acct svce"),
      (.internetPassword, "acct sdmn srvr ptcl atyp port path"),
      (.certificate, "ctyp issr slnr"),
      (.key, "kcls klbl atag crtr type bsiz esiz sdat edat"),
    ] as [(ItemClass, String)])
  func `The primary key is that of the class`(itemClass: ItemClass, names: String) {
    let found = Set(ItemSchema.of(itemClass).primaryKey.map(\.attribute.rawValue))
    #expect(found == Set(names.split(separator: " ").map(String.init) + ["agrp", "sync", "vwht", "tkid", "ggrp"]))
  }

  @Test(
    arguments: [
      (.genericPassword, .applicationTag), (.internetPassword, .service), (.internetPassword, .generic),
      (.certificate, .applicationTag), (.certificate, .account), (.certificate, .creator), (.key, .description),
      (.key, .comment), (.genericPassword, .server),
    ] as [(ItemClass, ItemAttribute)])
  func `An attribute of another class is none`(itemClass: ItemClass, attribute: ItemAttribute) {
    #expect(ItemSchema.of(itemClass)[attribute] == nil)
  }

  @Test(arguments: ItemClass.allCases) func `No class has an attribute twice unless it has two halves`(
    itemClass: ItemClass
  ) {
    let names = ItemSchema.of(itemClass).columns.map(\.attribute)
    #expect(itemClass == .identity || Set(names).count == names.count)
  }

  @Test func `An identity has the attributes of both halves`() {
    let halves = [ItemClass.certificate, .key].flatMap { ItemSchema.of($0).columns }
    for column in halves {
      let found = ItemSchema.of(.identity)[column.attribute]
      #expect(found?.type == column.type && found != nil)
    }
  }

  @Test func `Names are looked up by their bytes`() {
    let schema = ItemSchema.of(.genericPassword)
    #expect(schema[named: Array("svce".utf8).span]?.attribute == .service)
    for name in ["", "svc", "svcee", "SVCE", "atag", "\u{301}aa"] {
      #expect(schema[named: Array(name.utf8).span] == nil)
    }
    #expect(schema[named: [0xFF, 0xFE, 0xFD, 0xFC].span] == nil)
  }
}
