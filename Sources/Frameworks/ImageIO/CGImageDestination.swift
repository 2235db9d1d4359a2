// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import Foundation
public import class UIKitDrawing.CGImage

/// The file of a picture that is written. Source: `ImageIO.CGImageDestination`.
public final class CGImageDestination {
  fileprivate enum Place {
    case data(CFMutableData)
    case file(URL)
  }
  fileprivate let place: Place
  fileprivate var image: CGImage?
  fileprivate var isOver = false

  fileprivate init?(_ place: Place, _ type: CFString, _ count: Int) {
    guard type as String == "public.png", count == 1 else { return nil }
    self.place = place
  }
}

/// Begins a file in memory.
///
/// - Parameters:
///   - data: Receives the bytes.
///   - type: The kind: `public.png`.
///   - count: The number of pictures: 1.
///   - options: What is to be heeded; there is nothing.
/// - Returns: The file; nil for another kind or number.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.data(data), type, count) }
/// Begins a file.
///
/// - Parameters:
///   - url: The address of the file.
///   - type: The kind: `public.png`.
///   - count: The number of pictures: 1.
///   - options: What is to be heeded; there is nothing.
/// - Returns: The file; nil for another kind or number.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { (url as URL).isFileURL ? CGImageDestination(.file(url as URL), type, count) : nil }
/// The kinds that are written.
///
/// - Returns: `public.png`.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ["public.png" as NSString] as NSArray }
/// Gives a file its picture.
///
/// - Parameters:
///   - destination: The file.
///   - image: The picture.
///   - properties: How it is to be written; PNG loses nothing, so that no quality is chosen.
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) { if !destination.isOver { destination.image = image } }
/// Writes a file.
///
/// - Parameter destination: The file.
/// - Returns: Whether it was written: it has a picture, and is written once.
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
  guard !destination.isOver, let image = destination.image else { return false }
  destination.isOver = true
  switch destination.place {
  case .data(let data): data.append(image.png)
  case .file(let url): return (try? image.png.write(to: url)) != nil
  }
  return true
}
