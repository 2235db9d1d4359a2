// SPDX-License-Identifier: Apache-2.0

/// Facts about a kind of data.
struct KnownType {
  /// The next wider kind.
  let parent: String?
  /// The ends of files' names, the usual one first.
  let fileEndings: [String]
  let webName: String?

  private init(_ parent: String?, _ fileEndings: [String] = [], _ webName: String? = nil) {
    (self.parent, self.fileEndings, self.webName) = (parent, fileEndings, webName)
  }

  static let all: [String: KnownType] = [
    "public.item": KnownType(nil),
    "public.content": KnownType(nil),
    "public.folder": KnownType("public.item"),
    "public.data": KnownType("public.item"),
    "public.text": KnownType("public.data"),
    "public.plain-text": KnownType("public.text", ["txt", "text"], "text/plain"),
    "public.utf8-plain-text": KnownType("public.plain-text"),
    "public.html": KnownType("public.text", ["html", "htm"], "text/html"),
    "public.json": KnownType("public.text", ["json"], "application/json"),
    "public.xml": KnownType("public.text", ["xml"], "application/xml"),
    "public.comma-separated-values-text": KnownType("public.text", ["csv"], "text/csv"),
    "public.image": KnownType("public.data"),
    "public.png": KnownType("public.image", ["png"], "image/png"),
    "public.jpeg": KnownType("public.image", ["jpeg", "jpg"], "image/jpeg"),
    "public.heic": KnownType("public.image", ["heic"], "image/heic"),
    "public.heif": KnownType("public.image", ["heif"], "image/heif"),
    "public.tiff": KnownType("public.image", ["tiff", "tif"], "image/tiff"),
    "org.webmproject.webp": KnownType("public.image", ["webp"], "image/webp"),
    "com.compuserve.gif": KnownType("public.image", ["gif"], "image/gif"),
    "public.svg-image": KnownType("public.image", ["svg"], "image/svg+xml"),
    "com.adobe.pdf": KnownType("public.data", ["pdf"], "application/pdf"),
    "public.audiovisual-content": KnownType("public.data"),
    "public.audio": KnownType("public.audiovisual-content"),
    "public.movie": KnownType("public.audiovisual-content"),
    "public.archive": KnownType("public.data"),
    "public.zip-archive": KnownType("public.archive", ["zip"], "application/zip"),
    "public.url": KnownType("public.data"),
    "public.file-url": KnownType("public.url"),
    "com.apple.property-list": KnownType("public.data", ["plist"]),
  ]
}
