// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

extension PropertyListError.Problem {
  /// The problem in a sentence for the person.
  package var sentence: String {
    switch self {
    case .binary:
      "this is a binary property list; an XML one is needed. Convert it: plutil -convert xml1, or plistutil -f xml"
    case .damagedBinary: "this is a binary property list, and it is damaged."
    case .notText: "the text is neither UTF-8, nor UTF-16 with its byte order mark."
    case .tooLarge: "the file is larger than \(PropertyListLimits.bytes >> 10) KiB."
    case .tooComplex: "it is nested too deeply, or has too many values."
    case .endsEarly: "the text ends too early."
    case .expected(.plist): "a property list begins with <plist>."
    case .expected(.value): "a value must stand here."
    case .expected(.key): "a key must stand here."
    case .expected(.closingTag(let name)): "</\(name)> must stand here."
    case .expected(.end): "nothing may follow here."
    case .expected(.character(let mark)): "'\(mark)' must stand here."
    case .unknownElement(let name): "<\(name)> is no element that is read here."
    case .unknownEntity(let name): "&\(name); is not known."
    case .notAnInteger(let text): "'\(text)' is no whole number."
    case .notAFraction(let text): "'\(text)' is no number."
    case .notBase64: "<data> must hold Base64."
    case .notADate(let text): "'\(text)' is no date: it must be like 2024-01-31T23:59:59Z."
    case .repeatedKey(let key): "the key '\(key)' stands twice."
    case .badEscape: "\\U must be followed by hexadecimal digits."
    case .badBytes: "bytes are pairs of hexadecimal digits in angle brackets."
    case .internalSubset: "a document type with declarations of its own is not read."
    }
  }
}
