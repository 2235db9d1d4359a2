// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import Foundation
public import class UIKitDrawing.CGImage

// Files of pictures as far as they are read and written here: PNG alone. Of other files there is no picture, and no file of
// another kind is begun, as on a system that does not know a kind.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// The file of a picture that is read. Source: `ImageIO.CGImageSource`.
public final class CGImageSource: Sendable {
  let image: CGImage?

  init(_ data: Data) { image = CGImage.read(data) }
}

/// The state of a file that is read. Apple's values.
public enum CGImageSourceStatus: Int32, Sendable {
  case statusUnexpectedEOF = -5
  case statusInvalidData = -4
  case statusUnknownType = -3
  case statusReadingHeader = -2
  case statusIncomplete = -1
  case statusComplete = 0
}

/// Opens the bytes of a file.
///
/// - Parameters:
///   - data: The bytes.
///   - options: What is to be heeded; nothing of it changes what is read.
/// - Returns: The file, in which no picture may be found.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(Data(referencing: data))
}
/// Opens a file.
///
/// - Parameters:
///   - url: The address of the file.
///   - options: What is to be heeded; nothing of it changes what is read.
/// - Returns: The file, in which no picture may be found; nil where there is no file.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  let url = url as URL
  guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
  return CGImageSource(data)
}
/// The number of pictures in a file.
///
/// - Parameter source: The file.
/// - Returns: 1 of a PNG file, else 0.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.image == nil ? 0 : 1 }
/// The kind of a file.
///
/// - Parameter source: The file.
/// - Returns: `public.png`, or nil.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? { source.image == nil ? nil : "public.png" }
/// The state of a file.
///
/// - Parameter source: The file.
/// - Returns: Whether it is a PNG file.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
  source.image == nil ? .statusUnknownType : .statusComplete
}
/// A picture of a file.
///
/// - Parameters:
///   - source: The file.
///   - index: The number of the picture.
///   - options: What is to be heeded; nothing of it changes the picture.
/// - Returns: The picture, or nil.
public func CGImageSourceCreateImageAtIndex(_ source: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage?
{
  index == 0 ? source.image : nil
}
/// A small picture of a file.
///
/// - Parameters:
///   - source: The file.
///   - index: The number of the picture.
///   - options: With `kCGImageSourceThumbnailMaxPixelSize`; a small picture of the file's own there is none, so that without
///     `kCGImageSourceCreateThumbnailFromImageAlways` or `IfAbsent` there is none at all.
/// - Returns: The picture, or nil.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  func isOn(_ key: CFString) -> Bool { (options?[key] as? NSNumber)?.boolValue ?? options?[key] as? Bool ?? false }
  guard index == 0, let image = source.image,
    isOn(kCGImageSourceCreateThumbnailFromImageAlways) || isOn(kCGImageSourceCreateThumbnailFromImageIfAbsent)
  else { return nil }
  let longest = options?[kCGImageSourceThumbnailMaxPixelSize]
  let number = (longest as? NSNumber)?.doubleValue ?? longest as? Double ?? (longest as? Int).map(Double.init)
  guard let number, number.isFinite else { return image }
  return image.reduced(to: Int(min(max(number, 1), 1e6)))
}
/// Facts about a picture of a file.
///
/// - Parameters:
///   - source: The file.
///   - index: The number of the picture.
///   - options: What is to be heeded; nothing of it changes the facts.
/// - Returns: Its width and height in pixels, or nil.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0, let image = source.image else { return nil }
  return [
    kCGImagePropertyPixelWidth: NSNumber(value: image.width),
    kCGImagePropertyPixelHeight: NSNumber(value: image.height),
  ]
    as NSDictionary
}
