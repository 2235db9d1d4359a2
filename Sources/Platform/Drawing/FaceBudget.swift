// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What a font is looked for by.
struct TextFace: Hashable {
  let families: String
  let size: Double
  let weight: Int32
  let isItalic: Bool
}

/// The faces of one drawing, of which there is a maximum: fontconfig sorts the fonts of the machine for each, which takes
/// milliseconds, and a drawing that somebody else describes may ask for thousands.
///
/// The first faces are what was asked for. After them sizes are rounded down, by less than anybody sees; at the maximum the
/// nearest face that there is stands for another.
struct FaceBudget {
  static let exact = 128
  static let maximum = 256
  /// The logarithm of the ratio of two sizes that are next to each other.
  private static let step = 0.02

  private var answers: [TextFace: TextFace] = [:]
  /// The faces in use, in the order in which they were asked for first, so that the same drawing always has the same
  /// ones.
  private var used: [TextFace] = []

  var count: Int { used.count }

  mutating func face(for wanted: TextFace) -> TextFace {
    // What is not a number equals nothing, and would be asked for again and again.
    guard !wanted.size.isNaN else { return face(for: wanted.with(size: 0)) }
    if let known = answers[wanted] { return known }
    let face = answer(to: wanted)
    answers[wanted] = face
    return face
  }

  private mutating func answer(to wanted: TextFace) -> TextFace {
    let face = used.count < Self.exact ? wanted : wanted.rounded(by: Self.step)
    if used.contains(face) { return face }
    guard used.count >= Self.maximum else {
      used.append(face)
      return face
    }
    return used.min { face.distance(to: $0) < face.distance(to: $1) } ?? face
  }
}

extension TextFace {
  fileprivate func rounded(by step: Double) -> TextFace {
    guard size > 0, size.isFinite else { return self }
    return with(size: exp((log(size) / step).rounded(.down) * step))
  }

  fileprivate func with(size: Double) -> TextFace {
    TextFace(families: families, size: size, weight: weight, isItalic: isItalic)
  }

  /// Another family counts for more than another style, and that for more than another size.
  fileprivate func distance(to other: TextFace) -> Double {
    let style = weight == other.weight && isItalic == other.isItalic
    let size = abs(log(max(size, .leastNormalMagnitude)) - log(max(other.size, .leastNormalMagnitude)))
    return (families == other.families ? 0 : 1e6) + (style ? 0 : 1e3) + (size.isFinite ? min(size, 999) : 999)
  }
}
