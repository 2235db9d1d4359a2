// SPDX-License-Identifier: Apache-2.0
import Drawing
import Testing

/// Files of pictures, read again by libpng.
@Suite struct PNGFileTests {
  private static let side = 64

  private func pixels(_ canvas: Canvas) -> [UInt8] {
    canvas.withPixels { pixels, row in
      (0..<canvas.height).flatMap { y in (0..<canvas.width * 4).map { pixels[y * row + $0] } }
    }
  }

  /// The pixels that another program sees.
  private func decoded(_ file: [UInt8]) throws -> [UInt8] {
    let picture = try #require(Picture(png: file))
    let canvas = Canvas(width: picture.width, height: picture.height, scale: 1)
    canvas.draw(
      picture, tint: nil, x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    return pixels(canvas)
  }

  private func square(_ side: Double) -> [CanvasStep] {
    [.move(0, 0), .line(side, 0), .line(side, side), .line(0, side), .close]
  }

  private func canvas(_ width: Int = PNGFileTests.side, _ draw: (Canvas) -> Void) -> Canvas {
    let canvas = Canvas(width: width, height: Self.side, scale: 1)
    draw(canvas)
    return canvas
  }

  private func gradient(_ from: CanvasColor, _ to: CanvasColor) -> CanvasPaint {
    .linear([(0, from), (1, to)], 0, 0, 64, 41)
  }

  /// The byte of a file that says in which form its pixels are.
  private func form(_ file: [UInt8]) -> UInt8 { file[25] }

  @Test func `Few colours are numbers, opaque ones have no opacity, and all are read as they were drawn`() throws {
    let few = canvas {
      $0.fill(square(40), .color(CanvasColor(0.9, 0.2, 0.1, 1)))
      $0.fill(square(20), .color(CanvasColor(0.1, 0.3, 1, 0.5)))
    }
    let opaque = canvas {
      $0.fill(square(64), gradient(CanvasColor(1, 0, 0.2, 1), CanvasColor(0, 1, 0.7, 1)))
    }
    let many = canvas {
      $0.fill(square(64), gradient(CanvasColor(1, 0, 0.2, 1), CanvasColor(0, 1, 0.7, 0)))
    }
    for (canvas, expected) in [(few, UInt8(3)), (opaque, 2), (many, 6)] {
      let file = canvas.png()
      #expect(form(file) == expected)
      #expect(try decoded(file) == pixels(canvas))
    }
  }

  @Test(arguments: [1, 2, 3, 5, 63, 65, 301]) func `Rows of every length are read as they were drawn`(width: Int) throws
  {
    for last in [0.0, 1] {
      let canvas = canvas(width) {
        $0.fill(
          square(400), .linear([(0, CanvasColor(1, 1, 0, 1)), (1, CanvasColor(0, 0.5, 1, last))], 0, 0, 7, 70))
      }
      #expect(try decoded(canvas.png()) == pixels(canvas))
    }
  }

  @Test func `A picture of 256 colours has a palette, and one of 257 has none`() throws {
    for count in [1, 255, 256, 257] {
      let canvas = canvas(count) {
        for x in 0..<count {
          let color = CanvasColor(Double(x % 16) / 15, Double(x / 16) / 17, 0, 1)
          let left = Double(x)
          $0.fill([.move(left, 0), .line(left + 1, 0), .line(left + 1, 64), .line(left, 64), .close], .color(color))
        }
      }
      let file = canvas.png()
      #expect(form(file) == (count > 256 ? 2 : 3), "\(count)")
      #expect(try decoded(file) == pixels(canvas))
    }
  }

  @Test func `Pixels that no compression shortens are read as they were drawn`() throws {
    var random = SystemRandomNumberGenerator()
    let noise = canvas(300) { canvas in
      for x in 0..<300 {
        for y in 0..<Self.side {
          let word = random.next()
          func part(_ shift: UInt64) -> Double { Double(word >> shift & 255) / 255 }
          let (left, top) = (Double(x), Double(y))
          canvas.fill(
            [.move(left, top), .line(left + 1, top), .line(left + 1, top + 1), .line(left, top + 1), .close],
            .color(CanvasColor(part(0), part(8), part(16), 1)))
        }
      }
    }
    #expect(try decoded(noise.png()) == pixels(noise))
  }
}
