// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The findings of a lint for other programs: the Static Analysis Results Interchange Format 2.1.0.
package enum SARIFReport {
  package static func json(_ findings: [LintFinding], version: String) -> JSONValue {
    let rules = LintRule.allCases.map { rule in
      JSONValue.members([
        "id": .string(rule.rawValue), "name": .string("\(rule)"),
        "shortDescription": .members(["text": .string(rule.quotation)]),
        "defaultConfiguration": .members(["level": .string(rule.level.rawValue)]),
      ])
    }
    return .members([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
      "runs": .array([
        .members([
          "tool": .members([
            "driver": .members([
              "name": .string("bailey privacy lint"), "version": .string(version), "rules": .array(rules),
            ])
          ]),
          "results": .array(findings.map(result)),
        ])
      ]),
    ])
  }

  private static func result(_ finding: LintFinding) -> JSONValue {
    let location = JSONValue.members([
      "physicalLocation": .members([
        "artifactLocation": .members(["uri": .string(uri(finding.file))]),
        "region": .members(["startLine": .number(finding.line)]),
      ])
    ])
    let suppressions = finding.ignoredBecause.map { reason in
      [JSONValue.members(["kind": .string("inSource"), "justification": .string(reason)])]
    }
    return .members([
      "ruleId": .string(finding.rule.rawValue), "level": .string(finding.level.rawValue),
      "message": .members(["text": .string(finding.message)]), "locations": .array([location]),
      "suppressions": .array(suppressions ?? []),
    ])
  }

  /// A relative reference: RFC 3986.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return text
  }
}

extension LintFinding {
  package var json: JSONValue {
    .members([
      "rule": .string(rule.rawValue), "level": .string(level.rawValue), "file": .string(file), "line": .number(line),
      "key": .string(key), "message": .string(message), "quotation": .string(rule.quotation),
      "ignored": ignoredBecause.map { .string($0) } ?? .null,
    ])
  }
}
