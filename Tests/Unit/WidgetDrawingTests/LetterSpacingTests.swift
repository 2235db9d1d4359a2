// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

@testable import Drawing

/// Texts whose letters stand further apart than their face has them.
@Suite struct LetterSpacingTests {
  private func block(_ string: String, width: Double? = nil, _ alignment: TextBlock.Alignment = .leading) -> TextBlock {
    var style = TextStyle(families: "Inter,DejaVu Sans", size: 17, weight: 700)
    style.tracking = 1.5
    var block = TextBlock([TextBlock.Run(string, style)])
    (block.width, block.lineLimit, block.alignment) = (width, 1, alignment)
    return block
  }

  @Test(arguments: ["0", "Hello", "Hello you", "12.5 %"])
  func `A text whose letters stand apart is whole in its own width`(string: String) {
    let shaper = TextShaper()
    let natural = shaper.extent(of: block(string))
    let fitting = shaper.extent(of: block(string, width: natural.width + 0.01))
    #expect(!fitting.isCut && fitting.lines == 1 && fitting.width == natural.width)
    #expect(shaper.extent(of: block("Hello you", width: 40)).isCut)
  }

  @Test func `In the middle and at the end of a line it stands where a text without that would`() throws {
    let shaper = TextShaper()
    let natural = shaper.extent(of: block("Hello")).width
    func left(_ alignment: TextBlock.Alignment) throws -> Double {
      try #require(shaper.pieces(of: block("Hello", width: 100, alignment)).first).x
    }
    #expect(try abs(left(.leading)) < 0.01)
    #expect(try abs(left(.center) - (100 - natural) / 2) < 0.05)
    #expect(try abs(left(.trailing) - (100 - natural)) < 0.05)
  }
}
