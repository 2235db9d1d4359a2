// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
package import WireFormat

/// The files that were handed to apps, as bytes before they are sealed: how many, and each one's fields.
package enum SharedFilesCoding {
  package static let largest = 8 << 20

  package static func encode(_ files: [SharedFile], into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: UInt32(files.count))
    for file in files {
      try buffer.append(shortText: file.client.identifier)
      try buffer.append(bytes: file.client.requirement.span)
      try buffer.append(shortText: file.path)
      try buffer.append(integer: file.right.rawValue)
      try buffer.append(integer: UInt64(bitPattern: file.changed))
    }
  }

  package static func decode(_ bytes: Span<UInt8>) throws(WireError) -> [SharedFile] {
    var cursor = WireCursor()
    let count = Int(try cursor.integer(UInt32.self, in: bytes))
    guard count <= SharedFile.maximum else { throw .badValue }
    var files: [SharedFile] = []
    for _ in 0..<count {
      let identifier = try cursor.shortText(atMost: ConsentClient.longestIdentifier, in: bytes)
      let requirement = try cursor.bytes(ConsentClient.requirementSize, in: bytes)
      let path = try cursor.shortText(atMost: SharedFile.longestPath, in: bytes)
      let right = try cursor.number(SharedFile.Right.self, in: bytes)
      let changed = Int64(bitPattern: try cursor.integer(in: bytes))
      guard let client = ConsentClient(.bundle, identifier, requirement: requirement),
        let file = SharedFile(client, path: path, right, changed: changed)
      else { throw .badValue }
      files.append(file)
    }
    try cursor.end(in: bytes)
    return files
  }
}
