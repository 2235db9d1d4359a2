// SPDX-License-Identifier: Apache-2.0
package import AppModel
import AppSandbox
import SharedFolders

/// The folders of the person that an app may ask for, and whether it may write to them.
package struct FolderEntitlements: Sendable, Equatable {
  private(set) var rights: [SharedFolders.Area: SharedPlace.Right] = [:]

  package init(_ entitlements: Entitlements) {
    allow(.downloads, entitlements.allows(.downloadsReading), entitlements.allows(.downloadsWriting))
    allow(.chosen, entitlements.allows(.chosenReading), entitlements.allows(.chosenWriting))
    let (reading, writing) = (entitlements.names(.homeReading), entitlements.names(.homeWriting))
    for area in [SharedFolders.Area.desktop, .documents, .downloads] {
      let path = "/" + area.name
      allow(area, Self.names(reading, path), Self.names(writing, path))
    }
    let volumes = "/Volumes"
    allow(
      .volumes, Self.names(entitlements.names(.absoluteReading), volumes),
      Self.names(entitlements.names(.absoluteWriting), volumes))
  }

  private mutating func allow(_ area: SharedFolders.Area, _ reads: Bool, _ writes: Bool) {
    if writes { rights[area] = .writing } else if reads, rights[area] == nil { rights[area] = .reading }
  }

  /// The folder as a whole alone, with the slash at the end that Apple's entitlements have, or without.
  private static func names(_ paths: [String], _ path: String) -> Bool {
    paths.contains(path) || paths.contains(path + "/")
  }
}
