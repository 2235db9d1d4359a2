// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

extension PropertyListError.Problem {
  /// For the person.
  package var sentence: String {
    switch self {
    case .binary:
      "this is a binary property list; an XML one is needed. Convert it: plutil -convert xml1, or plistutil -f xml"
    case .damagedBinary: "this is a binary property list, and it is damaged."
    case .notUTF8: "the text is not UTF-8."
    case .tooLarge: "the file is larger than \(PropertyListLimits.bytes >> 10) KiB."
    case .tooComplex: "it is nested too deeply, or has too many values."
    case .endsEarly: "the text ends too early."
    case .expected(.plist): "a property list begins with <plist>."
    case .expected(.value): "a value must stand here."
    case .expected(.key): "a <key> must stand here."
    case .expected(.closingTag(let name)): "</\(name)> must stand here."
    case .expected(.end): "nothing may follow </plist>."
    case .unknownElement(let name): "<\(name)> is no element that entitlements have."
    case .unknownEntity(let name): "&\(name); is not known."
    case .notAnInteger(let text): "'\(text)' is no whole number."
    case .notAFraction(let text): "'\(text)' is no number."
    case .notBase64: "<data> must hold Base64."
    case .notADate(let text): "'\(text)' is no date: it must be like 2024-01-31T23:59:59Z."
    case .repeatedKey(let key): "the key '\(key)' stands twice."
    case .internalSubset: "a document type with declarations of its own is not read."
    }
  }
}
