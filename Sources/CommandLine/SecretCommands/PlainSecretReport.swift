// SPDX-License-Identifier: Apache-2.0
import CredentialFormats
import Instance
import JSONCoding

/// The report of a walk, for people and for programs. No value of a secret comes into it.
struct PlainSecretReport {
  /// The folder that was looked through, without links.
  let folder: String
  let walk: PlainSecretWalk

  var files: Int { Set(walk.found.map(\.path)).count }

  var json: JSONValue {
    .members([
      "folder": .string(folder), "complete": .bool(!walk.isCut), "unreadable": .number(walk.unreadable),
      "found": .array(
        walk.found.map {
          .members([
            "path": .string($0.path), "line": .number($0.secret.line), "format": .string($0.secret.format.rawValue),
            "kind": .string($0.secret.kind.rawValue),
          ])
        }),
    ])
  }

  // MARK: - SARIF

  /// Static Analysis Results Interchange Format 2.1.0 (OASIS), for what shows such findings beside code.
  var sarif: JSONValue {
    .members([
      "$schema": .string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ])
  }

  private var run: JSONValue {
    .members([
      "tool": .members([
        "driver": .members([
          "name": .string("bailey"), "version": .string(BaileyVersion.current),
          "rules": .array(CredentialFormat.allCases.map(rule)),
        ])
      ]),
      "originalUriBaseIds": .members(["ROOT": .members(["uri": .string("file://" + Self.encoded(folder) + "/")])]),
      "invocations": .array([.members(["executionSuccessful": .bool(!walk.isCut)])]),
      "results": .array(walk.found.map(result)),
    ])
  }

  private func rule(_ format: CredentialFormat) -> JSONValue {
    .members([
      "id": .string(format.rawValue),
      "shortDescription": .members(["text": .string("A secret in plain text: \(format.title)")]),
    ])
  }

  private func result(_ found: PlainSecretWalk.Found) -> JSONValue {
    .members([
      "ruleId": .string(found.secret.format.rawValue), "level": .string("error"),
      "message": .members(["text": .string("A \(found.secret.kind.rawValue) lies here in plain text.")]),
      "locations": .array([
        .members([
          "physicalLocation": .members([
            "artifactLocation": .members([
              "uri": .string(Self.encoded(found.path)), "uriBaseId": .string("ROOT"),
            ]),
            "region": .members(["startLine": .number(found.secret.line)]),
          ])
        ])
      ]),
    ])
  }

  /// A path as it stands in an address (RFC 3986, section 3.3).
  static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
