// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Extended attributes

extension FileSystemRule {
  static let extendedAttributes = [
    FileSystemRule("extended attributes are kept, listed and removed") { folder in
      let file = try folder.make("file")
      try file.setExtendedAttribute("user.one", to: [1, 0, 2].span)
      let nothing: [UInt8] = []
      try file.setExtendedAttribute("user.empty", to: nothing.span)
      try file.setExtendedAttribute("user.one", to: pattern(1500, seed: 7).span)
      try expectEqual(try file.extendedAttribute("user.one"), pattern(1500, seed: 7), "value")
      try expectEqual(try file.extendedAttribute("user.empty"), [], "empty value")
      let names = Set(try file.extendedAttributeNames())
      try expect(names.isSuperset(of: ["user.one", "user.empty"]), "names: \(names)")
      try file.removeExtendedAttribute("user.one")
      try expectEqual(try file.extendedAttribute("user.one"), nil, "after removal")
      try expectFailure(ENODATA, of: "removing again") { () throws(SystemError) in
        try file.removeExtendedAttribute("user.one")
      }
    },
    FileSystemRule("setting an extended attribute minds its mode") { folder in
      let file = try folder.make("file")
      try expectFailure(ENODATA, of: "replacing nothing") { () throws(SystemError) in
        try file.setExtendedAttribute("user.x", to: [1].span, .replace)
      }
      try file.setExtendedAttribute("user.x", to: [1].span, .create)
      try expectFailure(EEXIST, of: "creating again") { () throws(SystemError) in
        try file.setExtendedAttribute("user.x", to: [2].span, .create)
      }
      try expectEqual(try file.extendedAttribute("user.x"), [1], "value")
    },
    FileSystemRule("extended attributes follow the file") { folder in
      let root = try folder.directory()
      try root.makeDirectory("folder", mode: 0o755)
      let inside = try folder.open("folder", O_RDONLY)
      try inside.setExtendedAttribute("user.x", to: [3].span)
      try folder.make("file").setExtendedAttribute("user.x", to: [4].span)
      try root.link("file", to: root, as: "link")
      try root.rename("file", to: inside, as: "moved")
      try expectEqual(try folder.open("folder/moved").extendedAttribute("user.x"), [4], "value of the moved file")
      try expectEqual(try folder.open("link").extendedAttribute("user.x"), [4], "value through the link")
      try expectEqual(try inside.extendedAttribute("user.x"), [3], "value of the folder")
    },
    FileSystemRule("a name without a known kind is refused") { folder in
      let file = try folder.make("file")
      try expectFailure(EOPNOTSUPP, of: "setting") { () throws(SystemError) in
        try file.setExtendedAttribute("nonsense", to: [1].span)
      }
    },
  ]
}
