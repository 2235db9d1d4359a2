// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// Names of options and facts, as Apple's.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// Whether the pixels are kept in memory once they are read; it changes nothing.
@safe nonisolated(unsafe) public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether the pixels are read at once; it changes nothing.
@safe nonisolated(unsafe) public let kCGImageSourceShouldCacheImmediately: CFString =
  "kCGImageSourceShouldCacheImmediately"
/// A guess at the kind of the file; it changes nothing.
@safe nonisolated(unsafe) public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether a small picture is made where the file has none.
@safe nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a small picture is made in any case.
@safe nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// The most pixels of the longer side of a small picture.
@safe nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString =
  "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a small picture is turned as the file says; PNG files say nothing of it.
@safe nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"
/// The quality of files that lose something; PNG files lose nothing.
@safe nonisolated(unsafe) public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The width in pixels.
@safe nonisolated(unsafe) public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height in pixels.
@safe nonisolated(unsafe) public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
