// SPDX-License-Identifier: Apache-2.0
import Drawing
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel
import WidgetSymbols

/// Views that are blurred: an edge becomes a course, and what is too much is not shown at all.
@Suite struct BlurTests {
  private func drawn(_ root: WidgetNode, scale: Double = 1) -> (row: [UInt8], text: String) {
    var environment = WidgetEnvironment(family: .systemSmall, size: Size(100, 40), now: 0)
    (environment.margins, environment.showsBackground) = (.none, false)
    let faces = TextFaces()
    let list = WidgetLayout.list(of: RedactedTree(root, demanded: []), in: environment, faces).list
    let canvas = PictureRenderer.canvas(list, scale: scale, faces, in: environment)
    let row = canvas.withPixels { pixels, rowBytes in
      (0..<canvas.width).map { pixels[canvas.height / 2 * rowBytes + 4 * $0 + 3] }
    }
    return (row, String(decoding: SVGRenderer.document(list, faces, in: environment), as: UTF8.self))
  }

  private let block = WidgetNode.modified(
    .shape(ShapeNode(.rectangle, fill: .ink(.black))), .frame(width: 40, height: 40, .center))

  @Test func `An edge becomes the course of a Gauss curve, of the same breadth at every scale`() {
    let plain = drawn(block).row
    #expect(plain[29] == 0 && plain[31] == 255)
    let (soft, text) = drawn(.modified(block, .blur(4)))
    #expect(text.contains("<feGaussianBlur stdDeviation=\"4\"/>"))
    // Halfway at the edge, and a sixth one deviation beyond it, above and below as there is nothing.
    let middle = Double(soft[50])
    #expect(middle > 200)
    #expect(abs(Double(soft[30]) / middle - 0.5) < 0.1)
    #expect(abs(Double(soft[25]) / middle - 0.14) < 0.06)
    #expect(soft[10] == 0)
    let fine = drawn(.modified(block, .blur(4)), scale: 2).row
    #expect(abs(Int(fine[50]) - Int(soft[25])) < 16)
  }

  @Test func `A blur of nothing changes nothing`() {
    #expect(drawn(.modified(block, .blur(0))).row == drawn(block).row)
  }

  @Test func `Of more blurred views than are drawn nothing is seen`() {
    let many = [WidgetNode](
      repeating: .modified(.shape(ShapeNode(.rectangle, fill: .ink(.clear))), .blur(1)),
      count: Canvas.mostBlurs)
    let last = WidgetNode.modified(block, .blur(1))
    #expect(drawn(.pile(.center, many + [last])).row.allSatisfy { $0 == 0 })
    #expect(drawn(.pile(.center, many.dropLast() + [last])).row[50] > 200)
  }

  @Test(arguments: [
    "shippingbox", "person.3.fill", "bell.badge", "bell.badge.fill", "truck.box", "icloud.slash", "calendar.circle",
  ])
  func `Symbols that widgets use are drawn`(name: String) {
    #expect(Symbol.named(name).map { !$0.strokes.isEmpty || !$0.fills.isEmpty } == true)
  }
}
