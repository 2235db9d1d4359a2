// SPDX-License-Identifier: Apache-2.0
import Drawing
import Files
import Glibc
import Processes
import SystemCalls
import WidgetDrawing
import WidgetLayout
import WidgetModel

/// How fast widgets are resolved, redacted, laid out and drawn, on one core.
package enum WidgetBenchmark {
  package struct Row: Sendable {
    package let name: String
    package let value: Double
    package let unit: String
    package var target: Double?
    package var isMost = false

    package var isMet: Bool { target.map { isMost ? value <= $0 : value >= $0 } ?? true }
    package var shown: String { value < 100 ? String((value * 10).rounded() / 10) : String(Int(value)) }
  }

  private static let time = Duration.milliseconds(1500)

  package static func run() -> [Row] {
    let sample = BenchmarkWidget.frame()
    let faces = TextFaces()
    let svg = rate { _ = SVGRenderer.document(list(sample, [], faces), faces, in: BenchmarkWidget.environment([])) }
    let png = rate { _ = picture(sample, [], faces) }
    let drawn = rate { _ = canvas(sample, [], faces) }
    let plain = rate { PlainPicture.draw() }
    let document = SVGRenderer.document(list(sample, [], faces), faces, in: BenchmarkWidget.environment([]))
    // What a lock takes: twenty widgets, hidden, as files' bytes, with nothing known before.
    let clock = ContinuousClock()
    let start = clock.now
    let fresh = TextFaces()
    for _ in 0..<20 { _ = picture(sample, .privacy, fresh) }
    let lock = start.duration(to: clock.now)
    return [
      Row(name: "medium widgets as SVG", value: svg, unit: "a second", target: 3000),
      Row(name: "medium widgets as PNG, 2x", value: png, unit: "a second", target: 250),
      Row(name: "the same without PNG's compression", value: drawn, unit: "a second"),
      Row(name: "cairo and pango alone, the same picture", value: plain, unit: "a second"),
      Row(name: "against that", value: drawn / plain * 100, unit: "%", target: 70),
      Row(name: "rsvg-convert on our SVG, 2x, started for each", value: converted(document), unit: "a second"),
      Row(name: "20 pictures for a locked screen, drawn ahead", value: lock / .milliseconds(1), unit: "ms"),
      Row(name: "a lock puts 20 of them in place", value: covering, unit: "ms", target: 50, isMost: true),
      Row(name: "memory with 20 widgets", value: residentMebibytes, unit: "MiB", target: 60, isMost: true),
    ]
  }

  /// The time of the work that `baileyd` does when a lock begins.
  private static var covering: Double {
    let folder = "/tmp/bailey-bench-\(UInt64.random(in: 0 ... .max))"
    guard let all = try? FileDescriptor.open("/tmp", O_RDONLY | O_DIRECTORY),
      let name = folder.split(separator: "/").last.map(String.init),
      (try? all.makeDirectory(name, mode: 0o700)) != nil, let place = try? all.open(name, O_RDONLY | O_DIRECTORY)
    else { return .infinity }
    defer {
      for index in 0..<20 { try? place.unlink("\(index).png") }
      try? all.removeDirectory(name)
    }
    let bytes = [UInt8](repeating: 1, count: 64 << 10)
    for index in 0..<20 {
      for name in ["\(index).png", "\(index).cover"] {
        try? place.open(name, O_WRONLY | O_CREAT, mode: 0o600).write(bytes.span)
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    for index in 0..<20 {
      do throws(SystemError) {
        let place = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
        try place.rename("\(index).cover", to: place, as: "\(index).png", .replace)
      } catch {
        return .infinity
      }
    }
    return start.duration(to: clock.now) / .milliseconds(1)
  }

  /// Another program's way to the same picture (Debian's librsvg2-bin); nothing where it is not installed.
  private static func converted(_ document: [UInt8]) -> Double {
    let name = "bailey-bench-\(UInt64.random(in: 0 ... .max))"
    let (source, picture) = (name + ".svg", name + ".png")
    guard let folder = try? FileDescriptor.open("/tmp", O_RDONLY | O_DIRECTORY),
      (try? folder.open(source, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).write(document.span)) != nil
    else { return 0 }
    defer { for file in [source, picture] { try? folder.unlink(file) } }
    let plan = ChildPlan(
      path: "/usr/bin/rsvg-convert", arguments: ["--zoom=2", "--output", "/tmp/" + picture, "/tmp/" + source])
    guard (try? ChildProcess.start(plan).wait()) == .exited(0) else { return 0 }
    return rate { _ = try? ChildProcess.start(plan).wait() }
  }

  private static func rate(_ body: () -> Void) -> Double {
    for _ in 0..<5 { body() }
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while start.duration(to: clock.now) < time {
      body()
      count += 1
    }
    return Double(count) / (start.duration(to: clock.now) / .seconds(1))
  }

  /// All of it: from the bytes that an extension sent.
  private static func list(_ frame: [UInt8], _ reasons: Reasons, _ faces: TextFaces) -> DisplayList {
    guard case .entry(let entry)? = try? WidgetAnswer(frame: frame) else { return DisplayList(size: .zero) }
    return WidgetLayout.list(of: entry.tree(reasons), in: BenchmarkWidget.environment(reasons), faces).list
  }

  private static func canvas(_ frame: [UInt8], _ reasons: Reasons, _ faces: TextFaces) -> Canvas {
    PictureRenderer.canvas(list(frame, reasons, faces), scale: 2, faces, in: BenchmarkWidget.environment(reasons))
  }

  private static func picture(_ frame: [UInt8], _ reasons: Reasons, _ faces: TextFaces) -> [UInt8] {
    canvas(frame, reasons, faces).png()
  }

  private static var residentMebibytes: Double {
    guard let bytes = try? FileDescriptor.open("/proc/self/statm", O_RDONLY).readToEnd(atMost: 4096),
      let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return .infinity }
    return pages * 4096 / 1_048_576
  }
}

/// A medium widget such as people have: a heading, an amount, four rows with symbols, on a gradient.
enum BenchmarkWidget {
  static func environment(_ reasons: Reasons) -> WidgetEnvironment {
    var environment = WidgetEnvironment(family: .systemMedium, size: Size(338, 158), now: 0)
    environment.reasons = reasons
    return environment
  }

  static let rows = [
    ("cart", "Market", "-46.80"), ("arrow.down.left", "Salary", "2,750.00"),
    ("heart.fill", "Coffee", "-4.20"), ("mappin", "Train", "-23.90"),
  ]
  static let stops = [
    GradientStop(Ink(0.09, 0.18, 0.45), at: 0), GradientStop(Ink(0.30, 0.20, 0.66), at: 1),
  ]

  static func frame() -> [UInt8] {
    func text(_ string: String, _ size: Double, _ weight: UInt16 = 400) -> WidgetNode {
      .text(TextNode([TextRun(string, face: Typeface(size: size, weight: weight), paint: .ink(.white))], lineLimit: 1))
    }
    func secret(_ node: WidgetNode) -> WidgetNode { .modified(node, .mark(.sensitive(true))) }
    let spacer = WidgetNode.spacer(minimum: nil)
    let left = WidgetNode.stack(
      StackNode(.vertical, Placement(.leading, .center), spacing: 2),
      [text("Everyday", 15, 500), spacer, text("Balance", 12), secret(text("€1,234.56", 28, 700))])
    let lines = rows.map { symbol, name, amount in
      let image = ImageNode(.symbol(symbol), paint: .ink(.white), face: Typeface(size: 12))
      return secret(
        .stack(
          StackNode(.horizontal, .center, spacing: 8), [.image(image), text(name, 12), spacer, text(amount, 12, 500)]))
    }
    let right = WidgetNode.stack(StackNode(.vertical, .center, spacing: 12), lines)
    let root = WidgetNode.stack(StackNode(.horizontal, .center, spacing: 18), [left, right])
    let background = WidgetNode.paint(.linear(stops, from: UnitPlace(0, 0), to: UnitPlace(1, 1)))
    var writer = ArchiveWriter()
    writer.append(WidgetAnswer.entry(WidgetEntry(date: 0, root: root, background: background)))
    return writer.bytes
  }
}

/// The same picture by calls of cairo and pango alone, at places that are known: what a program without any of the rest
/// would do.
enum PlainPicture {
  static func draw() {
    let canvas = Canvas(width: 676, height: 316, scale: 2)
    let shaper = TextShaper()
    canvas.save()
    canvas.clip(Outline.containerRelative.canvasSteps(in: Rectangle(0, 0, 338, 158)))
    canvas.fill(
      Outline.rectangle.canvasSteps(in: Rectangle(0, 0, 338, 158)),
      .linear(
        [(0, CanvasColor(0.09, 0.18, 0.45, 1)), (1, CanvasColor(0.30, 0.20, 0.66, 1))], 0, 0, 338, 158))
    func write(_ text: String, _ size: Double, _ weight: Int32, _ x: Double, _ y: Double) {
      var style = TextStyle(
        families: size >= 20 ? "Inter Display,Inter,DejaVu Sans" : "Inter,DejaVu Sans", size: size, weight: weight)
      (style.red, style.green, style.blue) = (1, 1, 1)
      canvas.draw(TextBlock([TextBlock.Run(text, style)]), shaper, x: x, y: y)
    }
    write("Everyday", 15, 500, 16, 16)
    write("Balance", 12, 400, 16, 90)
    write("€1,234.56", 28, 700, 16, 106)
    for (index, row) in BenchmarkWidget.rows.enumerated() {
      let y = 18 + Double(index) * 32
      canvas.stroke(
        Outline.circle.canvasSteps(in: Rectangle(180, y, 14, 14)), .color(CanvasColor(1, 1, 1, 1)), width: 1.2, cap: 1,
        join: 1, dash: [])
      write(row.1, 12, 400, 204, y)
      write(row.2, 12, 500, 270, y)
    }
    canvas.restore()
  }
}
