// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import KeychainModel
import KeychainObjects
import SecurityTool
import Testing

@Suite struct SecurityItemTests {
  private func request(_ words: String...) throws -> SecurityItemRequest {
    guard case .item(let request) = try SecurityParser.action((["item"] + words)[...]) else {
      throw SecurityUsageError.noCommand
    }
    return request
  }

  @Test func `A query is fields with commas between`() throws {
    let found = try request("-q", #"class=genp,svce=a\,b=c\\,acct=,invi"#)
    #expect(found.operation == .find)
    #expect(found.query.itemClass == .genericPassword)
    #expect(found.query.attributes == [.service: #"a,b=c\"#, .account: "", .isInvisible: true])
    #expect(found.query.options.returns == .attributes)
    #expect(found.query.options.limit == .all)
  }

  @Test func `What is shown`() throws {
    let found = try request("-g", "-p", "-j", "-l", "3", "-q", "class=inet")
    #expect(found.query.options.returns == [.attributes, .data, .persistentReference])
    #expect(found.query.options.limit == .count(3))
    #expect(found.isJSON)
  }

  @Test func `What is wrong with a query is for the keychain to say`() throws {
    #expect(try request("-q", "class=what").query.options.defect == .noSuchClass)
    #expect(try request("-q", "class=genp,abcd=1").query.options.defect == .noSuchAttribute)
    #expect(try request("-q", "class=genp,longer=1").query.options.defect == .param)
  }

  @Test func `Changes are read from the words`() throws {
    #expect(try request("-a", "-q", "class=genp,acct=a,v_Data=secret").operation == .add(data: Array("secret".utf8)))
    #expect(try request("-a", "-q", "class=genp").operation == .add(data: nil))
    #expect(try request("-D", "-q", "class=genp").operation == .delete)
    #expect(
      try request("-u", "labl=new,v_Data=x", "-q", "class=genp").operation
        == .update([.label: "new"], data: [0x78], defect: nil))
    #expect(try request("-D", "-q", "class=genp").query.options.limit == nil)
    #expect(throws: SecurityUsageError.badQuery("class=genp")) {
      _ = try request("-u", "class=genp", "-q", "class=genp")
    }
  }

  @Test func `A reference is base64`() throws {
    let reference = try #require(PersistentReference(.genericPassword, identifier: Array(0..<16)))
    let found = try request("-P", Base64.encode(reference.bytes))
    #expect(found.query.persistentReference == reference)
    #expect(found.query.itemClass == nil)
    #expect(throws: SecurityUsageError.badQuery("AAAA")) { _ = try request("-P", "AAAA") }
  }
}
