// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Drawing

/// The faces of letters that one drawing may ask for, which somebody else describes.
@Suite struct FaceBudgetTests {
  private func face(_ size: Double, _ families: String = "Inter,DejaVu Sans", weight: Int32 = 400) -> TextFace {
    TextFace(families: families, size: size, weight: weight, isItalic: false)
  }

  @Test func `What a usual drawing asks for it has`() {
    var budget = FaceBudget()
    for size in 0..<FaceBudget.exact {
      let wanted = face(Double(size) * 0.37 + 1)
      #expect(budget.face(for: wanted) == wanted)
    }
    #expect(budget.count == FaceBudget.exact)
  }

  @Test func `A thousand sizes are a few faces, none of them larger or much smaller than was asked for`() {
    var budget = FaceBudget()
    var first: [TextFace] = []
    for number in 0..<1000 {
      let wanted = face(8 + Double(number) * 0.05, weight: 700)
      let given = budget.face(for: wanted)
      first.append(given)
      #expect(given.families == wanted.families && given.weight == 700)
      #expect(given.size <= wanted.size + 1e-9 && given.size > wanted.size * 0.98)
    }
    #expect(budget.count <= FaceBudget.maximum)
    // The same at each question: what is measured is what is drawn.
    for (number, given) in first.enumerated() {
      #expect(budget.face(for: face(8 + Double(number) * 0.05, weight: 700)) == given)
    }
  }

  @Test func `Whatever is asked for, there is a maximum, and the nearest face stands for another`() {
    var budget = FaceBudget()
    for number in 0..<2000 { _ = budget.face(for: face(12, "Family \(number)")) }
    for size in [0, -1, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan] {
      _ = budget.face(for: face(size))
    }
    #expect(budget.count == FaceBudget.maximum)
    #expect(budget.face(for: face(40, "Family 7")) == face(12, "Family 7"))
  }
}
