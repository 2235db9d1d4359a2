// SPDX-License-Identifier: Apache-2.0
import BundleResources
import Foundation
import Threads
import WidgetModel

/// A picture that is being made, which the functions of UIKit find by the task that makes it.
final class DrawnBitmap: Sendable {
  @TaskLocal static var current: DrawnBitmap?

  private struct State {
    var canvas: PixelCanvas
    var fill = Ink.black
  }

  private let state: Locked<State>
  private let scale: Double

  /// Makes an empty bitmap; nil where it has no size or would be too large.
  init?(_ size: CGSize, _ scale: Double, isOpaque: Bool) {
    let scale = scale > 0 && scale <= 16 ? scale : 3
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    guard width > 0, height > 0, width < 1e6, height < 1e6,
      var canvas = PixelCanvas(width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
    else {
      BundleRemarks.say("a picture of \(size.width) by \(size.height) points is not made")
      return nil
    }
    if isOpaque { canvas.clear(.black) }
    (state, self.scale) = (Locked(State(canvas: canvas)), scale)
  }

  /// The one that is being made; it is said where there is none.
  static func used(_ caller: String) -> DrawnBitmap? {
    if current == nil { BundleRemarks.say("\(caller) draws nothing outside of UIGraphicsImageRenderer.image") }
    return current
  }

  var image: UIImage { UIImage(state.withLock { $0.canvas.pixels }, scale: CGFloat(scale)) }

  func setFill(_ ink: Ink) { state.withLock { $0.fill = ink } }

  /// Fills an area whose lengths are points.
  func fill(_ steps: [PathStep], opacity: Double = 1) {
    func moved(_ point: Point) -> Point { Point(point.x * scale, point.y * scale) }
    let steps = steps.map { step -> PathStep in
      switch step {
      case .move(let point): .move(moved(point))
      case .line(let point): .line(moved(point))
      case .curve(let first, let second, let end): .curve(moved(first), moved(second), to: moved(end))
      case .close: .close
      }
    }
    state.withLock { $0.canvas.fill(steps, $0.fill.faded(by: opacity)) }
  }

  func draw(_ pixels: Pixels, _ rect: CGRect, opacity: Double) {
    let rect = rect.standardized
    state.withLock {
      $0.canvas.draw(
        pixels, left: Double(rect.minX) * scale, top: Double(rect.minY) * scale, width: Double(rect.width) * scale,
        height: Double(rect.height) * scale, opacity: opacity)
    }
  }
}

extension FilledArea {
  static func rectangle(_ rect: CGRect) -> [PathStep] {
    let rect = rect.standardized
    func point(_ x: CGFloat, _ y: CGFloat) -> Point { Point(Double(x), Double(y)) }
    return [
      .move(point(rect.minX, rect.minY)), .line(point(rect.maxX, rect.minY)), .line(point(rect.maxX, rect.maxY)),
      .line(point(rect.minX, rect.maxY)), .close,
    ]
  }
}
