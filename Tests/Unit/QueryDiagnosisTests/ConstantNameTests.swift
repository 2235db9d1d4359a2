// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainModel
import QueryDiagnosis
import RepositoryFolder
import Testing

@Suite struct ConstantNameTests {
  private static let folder = RepositoryFolder.url.appending(path: "Sources/Frameworks/SecurityConstants")

  /// Against the source of the constants, so that none is forgotten.
  @Test func `Every constant of a query is known`() throws {
    let pattern = /(kSec(?:Class|Attr|Match|Return|Value|Use)[A-Za-z0-9]*): CFString = "([^"]*)"/
    var count = 0
    for name in ["ItemClasses", "AttributeValues", "Attributes", "Operations"] {
      let text = try String(contentsOf: Self.folder.appending(path: "\(name).swift"), encoding: .utf8)
      for match in text.matches(of: pattern) {
        #expect(ConstantName.value(of: String(match.1)) == String(match.2))
        count += 1
      }
    }
    for key in QueryKey.allCases {
      #expect(ConstantName.value(of: key.constant) == key.rawValue)
      count += 1
    }
    #expect(count > 200)
  }

  @Test func `Attributes have the names of their class`() {
    #expect(ConstantName.of(.generic, .genericPassword) == "kSecAttrGeneric")
    #expect(ConstantName.of(.type, .key) == "kSecAttrKeyType")
    #expect(ConstantName.of(.type, .genericPassword) == "kSecAttrType")
    #expect(ConstantName.ofKey("m_Limit") == "kSecMatchLimit")
    #expect(ConstantName.ofKey("class") == "kSecClass")
    for attribute in ItemClass.allCases.flatMap({ ItemSchema.of($0).columns }).map(\.attribute) {
      let name = ConstantName.of(attribute, nil)
      #expect(name.hasPrefix("kSec") || [.multiUser, .appClip, .protectedData].contains(attribute), "\(name)")
    }
  }
}
