// SPDX-License-Identifier: Apache-2.0

/// A kind of data. Source: `UniformTypeIdentifiers.UTType`.
///
/// Known are the kinds that this module names, and what an app declares itself; the computer's own list of kinds is not asked.
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name of the kind.
  public let identifier: String

  private init(known identifier: String) { self.identifier = identifier }

  /// A kind by its name; nil where it is not known.
  public init?(_ identifier: String) {
    guard KnownType.all[identifier] != nil else { return nil }
    self.identifier = identifier
  }

  /// A kind that the app itself declares.
  ///
  /// - Parameters:
  ///   - identifier: Its name.
  ///   - parentType: A wider kind, which the app's own declaration names too.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) { self.identifier = identifier }

  /// A kind that another app declares, and this one uses.
  ///
  /// - Parameters:
  ///   - identifier: Its name.
  ///   - parentType: A wider kind, which the app's own declaration names too.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) { self.identifier = identifier }

  /// A kind by the end of files' names; nil where it is not known.
  ///
  /// - Parameters:
  ///   - filenameExtension: What follows the last point.
  ///   - supertype: A wider kind that it has to be of.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(first: supertype) { $0.fileEndings.contains(filenameExtension.lowercased()) }
  }

  /// A kind by its name on the web; nil where it is not known.
  ///
  /// - Parameters:
  ///   - mimeType: Its name, as in "text/plain".
  ///   - supertype: A wider kind that it has to be of.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(first: supertype) { $0.webName == mimeType.lowercased() }
  }

  private init?(first supertype: UTType, where isMeant: (KnownType) -> Bool) {
    let found = KnownType.all.filter { isMeant($0.value) }.map { UTType(known: $0.key) }
    guard let found = found.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = found
  }

  /// The usual end of files' names.
  public var preferredFilenameExtension: String? { KnownType.all[identifier]?.fileEndings.first }
  /// The name on the web.
  public var preferredMIMEType: String? { KnownType.all[identifier]?.webName }
  /// The name of the kind.
  public var description: String { identifier }
  /// Whether an app has declared it.
  public var isDeclared: Bool { KnownType.all[identifier] != nil }
  /// Whether it is one of those that everybody knows.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// The wider kinds.
  public var supertypes: Set<UTType> {
    guard let parent = KnownType.all[identifier]?.parent else { return [] }
    let wider = UTType(known: parent)
    return wider.supertypes.union([wider])
  }

  /// Whether it is of a kind, or of one within it.
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }
  /// Whether a kind is within this one.
  public func isSupertype(of type: UTType) -> Bool { type.supertypes.contains(self) }
  /// Whether it is within a kind.
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
}

extension UTType {
  /// Anything at all.
  public static let item = UTType(known: "public.item")
  /// Bytes.
  public static let data = UTType(known: "public.data")
  /// A folder.
  public static let folder = UTType(known: "public.folder")
  /// Something that people read, see or hear.
  public static let content = UTType(known: "public.content")
  /// A text of whatever form.
  public static let text = UTType(known: "public.text")
  /// A text without form.
  public static let plainText = UTType(known: "public.plain-text")
  /// A text without form, in UTF-8.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// A page of the web.
  public static let html = UTType(known: "public.html")
  /// Data in JSON.
  public static let json = UTType(known: "public.json")
  /// Data in XML.
  public static let xml = UTType(known: "public.xml")
  /// A table in a text.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// A picture of whatever form.
  public static let image = UTType(known: "public.image")
  /// A picture in PNG.
  public static let png = UTType(known: "public.png")
  /// The kind of HEIC pictures.
  public static let heic = UTType(known: "public.heic")
  /// The kind of HEIF pictures.
  public static let heif = UTType(known: "public.heif")
  /// The kind of TIFF pictures.
  public static let tiff = UTType(known: "public.tiff")
  /// The kind of WebP pictures.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// A picture in JPEG.
  public static let jpeg = UTType(known: "public.jpeg")
  /// A picture in GIF.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// A picture in SVG.
  public static let svg = UTType(known: "public.svg-image")
  /// A document in PDF.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// A sound or a film of whatever form.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// A sound of whatever form.
  public static let audio = UTType(known: "public.audio")
  /// A film of whatever form.
  public static let movie = UTType(known: "public.movie")
  /// An archive of files.
  public static let archive = UTType(known: "public.archive")
  /// An archive of files in ZIP.
  public static let zip = UTType(known: "public.zip-archive")
  /// An address.
  public static let url = UTType(known: "public.url")
  /// An address of a file.
  public static let fileURL = UTType(known: "public.file-url")
  /// A property list.
  public static let propertyList = UTType(known: "com.apple.property-list")
}
