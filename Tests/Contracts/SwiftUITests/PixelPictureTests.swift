// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImageIO
import SwiftUI
import TemporaryFolder
import Testing
import WidgetModel

@testable import UIKitDrawing

/// Pictures that code makes of pixels: files that others wrote are read, and what is drawn stands where it was put.
@Suite struct PixelPictureTests {
  private func data(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }

  private func pixels(_ base64: String) throws -> Pixels {
    let file = try data(base64)
    return try #require(PNGReader.pixels(of: Array(file)))
  }

  private func colors(_ pixels: Pixels) -> [[UInt8]] {
    stride(from: 0, to: pixels.bytes.count, by: 4).map { Array(pixels.bytes[$0..<$0 + 4]) }
  }

  private func drawn(_ image: UIImage) throws -> Pixels {
    let file = try #require(image.pngData())
    return try #require(PNGReader.pixels(of: Array(file)))
  }

  private static let interlaced =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAADEAYAAAFxv1lqAAAALUlEQVR42i3JQREAAAgCQTKZibC0UhzwczsI+GZ2IRUwH1IKsh+yC8wHmUrpAf5BI4PImlJoAAAAAElFTkSuQmCC"

  // The files are Python's, by zlib and by hand.

  @Test func `files of one bit, of palettes and of grey with opacity are read`() throws {
    let grey = try pixels(
      "iVBORw0KGgoAAAANSUhEUgAAAAoAAAACAQAAAABJGnB9AAAADklEQVR42mNY1cDw/wAACBYC6ptE350AAAAASUVORK5CYII=")
    #expect((grey.width, grey.height) == (10, 2))
    let shades: [UInt8] = colors(grey).map { $0[0] }
    let expected: [UInt8] = [255, 0, 255, 0, 255, 0, 255, 0, 255, 0]
    #expect(Array(shades[..<10]) == expected)
    #expect(shades[10...].allSatisfy { $0 == 255 })
    let palette = try pixels(
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAAnRSTlP/gAgPs2oAAAAKSURBVHjaY5AAAAAaABmAAI67AAAAAElFTkSuQmCC"
    )
    let three: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 255]]
    #expect(colors(palette) == three)
    let faint = try pixels(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mPwbQAAAR0AzsCBrosAAAAASUVORK5CYII=")
    #expect(colors(faint) == [[77, 77, 77, 128]])
  }

  @Test func `files in seven passes with sixteen bits are read`() throws {
    let found = try pixels(Self.interlaced)
    var expected: [[UInt8]] = []
    for index in 0..<9 { expected.append([UInt8(index % 3 * 100), UInt8(index / 3 * 100), 50, 255]) }
    #expect(colors(found) == expected)
  }

  @Test func `every filter of a row is undone, and the colour that counts as none is none`() throws {
    let found = try pixels(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAAECAIAAAArjXluAAAABnRSTlMABQAGAAc8r2HwAAAAI0lEQVR42mPkEpEDAiZGJmYWVjZmht/fP7x+xnI4TjtwxRUASX8IgluK21gAAAAASUVORK5CYII="
    )
    let expected: [[UInt8]] = [
      [10, 20, 30, 255], [40, 50, 60, 255], [11, 22, 33, 255], [44, 55, 66, 255], [5, 6, 7, 0], [8, 9, 10, 255],
      [200, 100, 50, 255], [25, 12, 6, 255],
    ]
    #expect(colors(found) == expected)
  }

  @Test func `a file that ends early, lies about its size or is none has no pixels`() throws {
    let file = [UInt8](try data(Self.interlaced))
    for count in 0..<file.count - 12 { #expect(PNGReader.pixels(of: Array(file[..<count])) == nil) }
    var wide = file
    wide[19] = 200
    #expect(PNGReader.pixels(of: wide) == nil)
    wide.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(PNGReader.pixels(of: wide) == nil)
    var rng = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var damaged = file
      for _ in 0..<3 { damaged[Int.random(in: 8..<file.count, using: &rng)] = .random(in: 0...255, using: &rng) }
      _ = PNGReader.pixels(of: damaged)
    }
  }

  @Test func `what is written is read again`() throws {
    let found = try pixels(Self.interlaced)
    let file = try #require(PNGWriter.file(of: found))
    let again = try #require(PNGReader.pixels(of: file))
    #expect(again.bytes == found.bytes)
  }

  @Test func `a renderer fills rectangles, ellipses and colours that show through`() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image { context in
      UIColor(red: 1, green: 0, blue: 0, alpha: 1).setFill()
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
      UIColor(red: 0, green: 0, blue: 1, alpha: 0.5).setFill()
      UIBezierPath(rect: CGRect(x: 1, y: 0, width: 2, height: 1)).fill()
    }
    #expect(image.size == CGSize(width: 4, height: 4))
    #expect(image.scale == 2)
    let found = try drawn(image)
    #expect((found.width, found.height) == (8, 8))
    #expect(colors(found)[0] == [255, 0, 0, 255])
    let mixed = colors(found)[2]
    #expect(abs(Int(mixed[0]) - 128) < 2 && mixed[1] == 0 && abs(Int(mixed[2]) - 128) < 2 && mixed[3] == 255)
    #expect(colors(found)[5] == [0, 0, 255, 128])
    #expect(colors(found)[7] == [0, 0, 0, 0])
    let round = try drawn(
      UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10), format: format).image { _ in
        UIColor.black.setFill()
        UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 10, height: 10)).fill()
      })
    let covered = colors(round).reduce(0) { $0 + Double($1[3]) / 255 }
    #expect(abs(covered / 400 - Double.pi / 4) < 0.01)
  }

  @Test func `a picture that nothing shows through begins black, and a colour of half a pixel is half`() throws {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque) = (1, true)
    let image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: format).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
    }
    #expect(colors(try drawn(image)) == [[128, 128, 128, 255], [0, 0, 0, 255]])
  }

  @Test func `a picture is drawn smaller as the mean of its pixels and larger between them`() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let chess = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      UIColor.black.setFill()
      for x in 0..<4 { for y in 0..<4 where (x + y) % 2 == 0 { context.fill(CGRect(x: x, y: y, width: 1, height: 1)) } }
    }
    let small = try #require(chess.preparingThumbnail(of: CGSize(width: 2, height: 2)))
    #expect(colors(try drawn(small)).allSatisfy { $0 == [128, 128, 128, 255] })
    let large = try #require(chess.preparingThumbnail(of: CGSize(width: 16, height: 16)))
    let found = try drawn(large)
    #expect(colors(found)[0] == [0, 0, 0, 255])
    #expect(large.size == CGSize(width: 16, height: 16))
    let upon = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 6), format: format).image { _ in
      chess.draw(at: CGPoint(x: 1, y: 1))
    }
    #expect(colors(try drawn(upon))[7] == [0, 0, 0, 255])
    #expect(colors(try drawn(upon))[8] == [255, 255, 255, 255])
    #expect(colors(try drawn(upon))[0] == [0, 0, 0, 0])
  }

  @Test func `a part of a picture has its pixels, and beside the picture there is none`() throws {
    let file = try data(Self.interlaced)
    let image = try #require(UIImage(data: file))
    let whole = try #require(image.cgImage)
    let part = try #require(whole.cropping(to: CGRect(x: 1, y: 1, width: 5, height: 1)))
    #expect((part.width, part.height) == (2, 1))
    #expect(colors(try drawn(UIImage(cgImage: part))) == [[100, 100, 50, 255], [200, 100, 50, 255]])
    #expect(whole.cropping(to: CGRect(x: 3, y: 0, width: 2, height: 2)) == nil)
    #expect(whole.cropping(to: .zero) == nil)
  }

  @Test func `nothing is drawn outside of a renderer, and no JPEG file is made`() throws {
    UIColor.red.setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let file = try data(Self.interlaced)
    let image = try #require(UIImage(data: file))
    #expect(image.jpegData(compressionQuality: 0.8) == nil)
    #expect(UIImage(systemName: "star")?.preparingThumbnail(of: CGSize(width: 2, height: 2)) == nil)
    let huge = UIGraphicsImageRenderer(size: CGSize(width: 1e7, height: 1e7)).image { _ in Issue.record("drawn") }
    #expect(huge.pngData() == nil)
  }

  @Test func `ImageIO reads PNG files, makes them smaller, and writes them alone`() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let file = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20), format: format).pngData { context in
      UIColor.green.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 40, height: 20))
    }
    let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
    #expect(CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetType(source) == "public.png")
    let options =
      [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 10,
        kCGImageSourceShouldCacheImmediately: true,
      ] as CFDictionary
    let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
    #expect((small.width, small.height) == (10, 5))
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
    let facts: NSDictionary = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect((facts[kCGImagePropertyPixelWidth] as? NSNumber)?.intValue == 40)
    let bytes = NSMutableData()
    #expect(CGImageDestinationCreateWithData(bytes, "public.heic", 1, nil) == nil)
    let destination = try #require(CGImageDestinationCreateWithData(bytes, "public.png", 1, nil))
    #expect(!CGImageDestinationFinalize(destination))
    CGImageDestinationAddImage(destination, small, nil)
    #expect(CGImageDestinationFinalize(destination))
    #expect(!CGImageDestinationFinalize(destination))
    #expect(UIImage(data: bytes as Data)?.size == CGSize(width: 10, height: 5))
    let none = try #require(CGImageSourceCreateWithData(Data("no picture".utf8) as CFData, nil))
    #expect(CGImageSourceGetCount(none) == 0)
    #expect(CGImageSourceCreateImageAtIndex(none, 0, nil) == nil)
    try withTemporaryFolder { folder in
      let url = URL(filePath: folder).appending(path: "small.png")
      let written = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png", 1, nil))
      CGImageDestinationAddImage(written, small, nil)
      #expect(CGImageDestinationFinalize(written))
      #expect(CGImageSourceCreateWithURL(url as CFURL, nil).map(CGImageSourceGetCount) == 1)
      #expect(CGImageSourceCreateWithURL(url.appending(path: "none") as CFURL, nil) == nil)
    }
  }

  @Test func `fonts of UIKit have Apple's measures, and are drawn in their weight`() {
    let font = UIFont.systemFont(ofSize: 16, weight: .semibold)
    #expect(ceil(font.lineHeight) == 20)
    #expect(UIFont.preferredFont(forTextStyle: .caption1).pointSize == 12)
    #expect(Font(font).typeface(in: EnvironmentValues()).weight == 600)
    #expect(
      Font(UIFont.monospacedDigitSystemFont(ofSize: 9, weight: .light)).typeface(in: EnvironmentValues()).size == 9)
    #expect(UIColor(cgColor: UIColor.brown.cgColor) == UIColor.brown)
  }
}
