// SPDX-License-Identifier: Apache-2.0

/// Drawings that follow from others: outlines of filled forms, and second names.
enum SymbolVariants {
  /// Names of the same drawing where texts run from left to right.
  private static let names = [
    "chevron.forward": "chevron.right", "chevron.backward": "chevron.left", "arrow.forward": "arrow.right",
    "arrow.backward": "arrow.left", "gear": "gearshape", "arrow.2.circlepath": "arrow.triangle.2.circlepath",
    "thermometer.medium": "thermometer", "gauge.medium": "gauge", "gauge.with.dots.needle.50percent": "gauge",
    "gauge.with.dots.needle.67percent": "gauge", "gauge.with.needle": "gauge", "network": "globe",
    "truck.box": "box.truck", "truck.box.fill": "box.truck.fill", "person.3.sequence": "person.3",
    "person.3.sequence.fill": "person.3.fill", "text.page": "doc.plaintext", "text.page.fill": "doc.plaintext.fill",
  ]

  static func added(to drawn: [String: Drawing]) -> [String: Drawing] {
    var all = drawn
    // A badge is small and full in both forms.
    for (name, drawing) in drawn where name.hasSuffix(".fill") && !name.contains("badge") {
      let plain = String(name.dropLast(5))
      if all[plain] == nil { all[plain] = outline(of: drawing) }
    }
    for (name, other) in names where all[name] == nil { all[name] = all[other] }
    return all
  }

  /// The edges of what is filled; what is cut out of it is drawn as lines and rings.
  private static func outline(of drawing: Drawing) -> Drawing {
    var strokes = drawing.strokes
    var fills: [String] = []
    for form in drawing.fills {
      let cuts = form.split(separator: "X", omittingEmptySubsequences: false).flatMap { part in
        part.split(separator: "Y", omittingEmptySubsequences: false).enumerated().map { ($0.offset > 0, $0.element) }
      }
      for (index, (isRing, text)) in cuts.enumerated() {
        let numbers = text.split(separator: " ")
        if index == 0 {
          // A small disc stays one: its edge alone would be a dot of the same size.
          if form.hasPrefix("O"), let radius = numbers.last.flatMap({ Double($0) }), radius < 3 {
            fills.append(String(text))
          } else {
            strokes.append(String(text))
          }
        } else if isRing {
          strokes.append("O" + text)
        } else if numbers.count >= 5 {
          strokes.append(
            "M" + numbers.dropFirst().prefix(2).joined(separator: " ") + "L"
              + numbers.dropFirst(3).joined(separator: " "))
        }
      }
    }
    return (strokes, fills)
  }
}
