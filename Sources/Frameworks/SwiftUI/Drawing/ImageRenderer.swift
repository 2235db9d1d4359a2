// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Combine
public import Foundation
public import UIKitDrawing
public import ViewGeometry

/// Makes a picture of a view in the app: here there is none, because views are drawn in another process, and it is said.
/// Source: `SwiftUI.ImageRenderer`.
@MainActor public final class ImageRenderer<Content: View>: ObservableObject {
  /// The view.
  public var content: Content
  /// The number of pixels for each point.
  public var scale: CGFloat = 1
  /// The size that is proposed to the view.
  public var proposedSize = ProposedViewSize.unspecified
  /// Whether the picture has no transparent parts.
  public var isOpaque = false
  /// A renderer of a view.
  public init(content: Content) { self.content = content }
  /// The picture: nil.
  public var uiImage: UIImage? {
    BundleRemarks.say("ImageRenderer makes no picture here: views are drawn in another process")
    return nil
  }
  /// The picture in pixels: nil.
  public var cgImage: CGImage? { uiImage?.cgImage }
}
