// SPDX-License-Identifier: Apache-2.0
import Drawing
import Testing
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// Pictures, letters and edges where a widget is not drawn in its own colours, or between pixels.
@Suite struct PictureToneTests {
  private typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)

  /// A picture of one red point.
  private let red: [UInt8] = {
    let canvas = Canvas(width: 4, height: 4, scale: 1)
    canvas.fill([.move(0, 0), .line(4, 0), .line(4, 4), .line(0, 4), .close], .color(CanvasColor(1, 0, 0, 1)))
    return canvas.png()
  }()

  private func pixel(
    _ root: WidgetNode, at x: Int, _ y: Int, _ change: (inout WidgetEnvironment) -> Void = { _ in }
  ) -> Pixel {
    var environment = WidgetEnvironment(family: .systemSmall, size: Size(40, 40), now: 0)
    (environment.margins, environment.showsBackground) = (.none, false)
    change(&environment)
    let faces = TextFaces()
    let list = WidgetLayout.list(of: RedactedTree(root, demanded: []), in: environment, faces).list
    return PictureRenderer.canvas(list, scale: 1, faces, in: environment).withPixels { pixels, row in
      let at = y * row + 4 * x
      return (pixels[at + 2], pixels[at + 1], pixels[at])
    }
  }

  private func isGray(_ pixel: Pixel) -> Bool {
    pixel.red > 60 && abs(Int(pixel.red) - Int(pixel.green)) < 20 && abs(Int(pixel.red) - Int(pixel.blue)) < 20
  }

  private func picture(_ tone: PictureTone?) -> WidgetNode {
    let image = WidgetNode.image(
      ImageNode(.png(red, scale: 1), sizing: .resizable, paint: nil, face: Typeface(size: 17)))
    return tone.map { .modified(image, .pictures($0)) } ?? image
  }

  @Test func `A picture has a widget's two colours, unless it says otherwise`() {
    func drawn(_ tone: PictureTone?) -> Pixel { pixel(picture(tone), at: 20, 20) { $0.rendering = .accented } }
    #expect(drawn(nil) == (255, 255, 255))
    #expect(drawn(.fullColor) == (255, 0, 0))
    let gray = drawn(.desaturated)
    // Upon the platform's ground, which is a little blue.
    #expect(gray.red < 255 && isGray(gray))
    let accent = drawn(.accentedDesaturated)
    #expect(accent.blue > accent.red)
    #expect(pixel(picture(nil), at: 20, 20) == (255, 0, 0))
  }

  @Test func `Each colour of a picture is changed once, however its points are mixed`() throws {
    let canvas = Canvas(width: 64, height: 64, scale: 1)
    for at in 0..<32 {
      let (x, color) = (Double(2 * at), CanvasColor(at % 2 == 0 ? 1 : 0.5, 0, 0, 1))
      canvas.fill([.move(x, 0), .line(x + 1, 0), .line(x + 1, 64), .line(x, 64), .close], .color(color))
    }
    var asked = 0
    let changed = try #require(Picture(png: canvas.png())).changed { color in
      asked += 1
      return CanvasColor(0, color.red, 0, 1)
    }
    #expect(asked == 2 && changed.width == 64)
  }

  @Test func `All pictures of a drawing have a maximum of points together`() {
    // Four of the largest fill it, whatever they have in them.
    let header = red.prefix(16) + [0, 0, 16, 0, 0, 0, 16, 0] + red.dropFirst(24)
    let large = WidgetNode.image(
      ImageNode(.png(Array(header), scale: 1), sizing: .resizable, paint: nil, face: Typeface(size: 17)))
    func drawn(_ count: Int) -> Pixel {
      pixel(.pile(.center, [WidgetNode](repeating: large, count: count) + [picture(nil)]), at: 20, 20)
    }
    #expect(drawn(3) == (255, 0, 0))
    #expect(drawn(4) != (255, 0, 0))
  }

  @Test func `A picture on a lock screen is a shade of white`() {
    let drawn = pixel(picture(.fullColor), at: 20, 20) { $0.rendering = .vibrant }
    #expect(isGray(drawn))
  }

  @Test func `In an SVG file pictures have the same colours`() {
    var environment = WidgetEnvironment(family: .systemSmall, size: Size(40, 40), now: 0)
    func drawn() -> [UInt8] {
      let faces = TextFaces()
      let list = WidgetLayout.list(of: RedactedTree(picture(.fullColor), demanded: []), in: environment, faces).list
      return SVGRenderer.document(list, faces, in: environment)
    }
    let own = drawn()
    environment.rendering = .accented
    let kept = drawn()
    environment.isLuminanceReduced = true
    #expect(kept != drawn() && !own.isEmpty)
  }

  @Test func `A display that shines less keeps letters legible upon a colour`() {
    let ground = WidgetNode.paint(.ink(Ink(0.1, 0.3, 0.8)))
    let bar = WidgetNode.modified(.paint(.ink(.white)), .frame(width: 10, height: 10, .center))
    let dim: (inout WidgetEnvironment) -> Void = { $0.isLuminanceReduced = true }
    let (behind, front) = (pixel(ground, at: 5, 5, dim), pixel(.pile(.center, [ground, bar]), at: 20, 20, dim))
    #expect(Int(front.red) - Int(behind.red) > 150 && front.red < 255)
  }

  @Test(arguments: [10.3, 10.5, 10.7, 11.2]) func `A line's edges lie between pixels`(y: Double) {
    let line = WidgetNode.modified(
      .modified(.shape(ShapeNode(.rectangle, fill: .ink(.white))), .frame(width: 40, height: 1, .center)),
      .position(20, y + 0.5))
    let rows = (10..<14).map { pixel(line, at: 20, $0).red }
    #expect(rows.filter { $0 == 255 }.count == 1 && rows.filter { $0 == 0 }.count == 3)
  }

  @Test func `A character that no font has is said, and a symbol`() {
    let faces = TextFaces()
    let text = TextNode([TextRun("a\u{10FFFD}", face: Typeface(size: 17), paint: .ink(.black))])
    _ = faces.measure(text, width: nil)
    _ = faces.symbolSize("no.such.symbol", Typeface(size: 17))
    #expect(
      faces.remarks == ["there is no symbol 'no.such.symbol'", "no font of this machine has the character U+10FFFD"])
  }

  /// The rows of letters of 100 points that have ink, four to a point, as how many pixels of each have.
  private func rows(_ string: String, _ design: Typeface.Design) -> [Int] {
    let faces = TextFaces()
    let face = Typeface(size: 100, weight: 600, design: design)
    let text = WidgetNode.text(TextNode([TextRun(string, face: face, paint: .ink(.black))]))
    var environment = WidgetEnvironment(family: .systemLarge, size: Size(300, 200), now: 0)
    (environment.margins, environment.showsBackground) = (.none, false)
    let list = WidgetLayout.list(of: RedactedTree(text, demanded: []), in: environment, faces).list
    return PictureRenderer.canvas(list, scale: 4, faces, in: environment).withPixels { pixels, row in
      (0..<800).map { y in (0..<1200).count { x in pixels[y * row + 4 * x + 3] > 100 } }.filter { $0 > 0 }
    }
  }

  @Test func `In a rounded face a stem ends round, and is about as heavy`() throws {
    let (plain, round) = (rows("l", .standard), rows("l", .rounded))
    let (stem, roundStem) = (plain[plain.count / 2], round[round.count / 2])
    #expect(plain[1] > stem - 4 && round[1] < roundStem - 4)
    #expect((stem - 12...stem + 12).contains(roundStem))
    #expect(abs(plain.count - round.count) < 48)
    // Nor is a line broken that was one.
    let one = rows("1.1", .rounded).count
    #expect(one < 440, "\(one)")
  }

  @Test func `A point between digits stands clear of a 1`() {
    func columns(_ string: String, of size: Double) -> [Bool] {
      let faces = TextFaces()
      let text = WidgetNode.text(
        TextNode([TextRun(string, face: Typeface(size: size, weight: 600), paint: .ink(.black))], lineLimit: 1))
      var environment = WidgetEnvironment(family: .systemMedium, size: Size(200, 40), now: 0)
      (environment.margins, environment.showsBackground) = (.none, false)
      let list = WidgetLayout.list(of: RedactedTree(text, demanded: []), in: environment, faces).list
      return PictureRenderer.canvas(list, scale: 4, faces, in: environment).withPixels { pixels, row in
        (0..<800).map { x in (0..<160).contains { y in pixels[y * row + 4 * x + 3] > 100 } }
      }
    }
    // Each digit and each separator is a stretch of columns by itself.
    let drawn = columns("1.1", of: 20)
    #expect(zip(drawn, drawn.dropFirst()).filter { !$0 && $1 }.count == 3)
  }

  @Test func `A face that the machine does not have is named to the developer, and the text is in the system's`() {
    let faces = TextFaces()
    func width(_ family: String?) -> Double {
      let face = Typeface(size: 15, family: family)
      return faces.measure(TextNode([TextRun("Balance", face: face, paint: .ink(.black))]), width: nil).extent.width
    }
    // Letters of a face of its own stand as far apart as that has them, so that widths differ a little.
    #expect(abs(width("No Such Family 7") - width(nil)) < 3)
    let remark = "no font of this machine is called 'No Such Family 7'"
    #expect(faces.remarks.count == 1 && faces.remarks[0].hasPrefix(remark))
    _ = width("DejaVu Sans")
    #expect(faces.remarks.count == 1)
  }
}
