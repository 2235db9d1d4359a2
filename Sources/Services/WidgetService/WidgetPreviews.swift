// SPDX-License-Identifier: Apache-2.0
import SystemCalls
import WidgetDrawing
import WidgetLayout
package import WidgetModel

/// The previews that an extension declares by `#Preview`.
extension WidgetPainter {
  package struct Preview: Sendable {
    package let name: String
    package let family: Family
    fileprivate let number: Int
  }

  private static let mostPreviews = 64

  package func previews() -> [Preview] {
    session().previews().prefix(Self.mostPreviews).enumerated().map {
      Preview(name: $1.name, family: $1.family, number: $0)
    }
  }

  /// The entries of a preview, each as it is seen unlocked.
  package func drawings(of preview: Preview, _ wish: Wish) throws(WidgetFailure) -> [Drawing] {
    guard LockStateReader.permitsSamples else { throw .lockedSamples }
    guard let size = wish.metrics.size(of: preview.family) else { throw .noFamily("", of: preview.name) }
    let widget = WidgetDescription(
      kind: preview.name, displayName: preview.name, details: "", families: [preview.family], hasMargins: true,
      isBackgroundRemovable: true)
    let environment = environment(of: widget, preview.family, size, wish)
    let faces = TextFaces(environment.direction)
    let timeline = try session(wish.language).timeline(
      .preview(number: preview.number, environment), environment, faces)
    return timeline.entries.map { entry in
      let list = WidgetLayout.list(of: entry.tree([]), in: environment, faces).list
      return Drawing(
        list: list, environment: environment, description: widget, decision: .content([]),
        remarks: entry.remarks + faces.remarks + list.remarks, faces: faces)
    }
  }
}
