// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import Files
import Glibc
import SystemCalls
import Testing

/// The simulator knows the textbook cases.
@Suite struct CrashSimulatorTests {
  private let old = [UInt8](repeating: 1, count: 2000)
  private let new = [UInt8](repeating: 2, count: 2000)

  @Test func `A rename without a sync can leave an empty file`() throws {
    let found = try outcomes(of: "name") { folder, _ in try replace(in: folder, synced: false) }
    #expect(found.contains(old))
    #expect(found.contains([]))
    #expect(found.contains(new))
  }

  @Test func `A sync before the rename leaves the old or the new file`() throws {
    #expect(try outcomes(of: "name") { folder, _ in try replace(in: folder, synced: true) } == [old, new])
  }

  @Test func `An overwrite can be torn at every sector`() throws {
    let found = try outcomes(of: "name") { folder, _ in
      try folder.open("name", O_RDWR).write(new.span, at: 0)
    }
    #expect(found.contains(old))
    #expect(found.contains(new))
    for end in [512, 1024, 1536] {
      #expect(found.contains(Array(new[..<end] + old[end...])))
      #expect(found.contains(Array(old[..<end] + new[end...])))
    }
  }

  @Test func `What was synced stays`() throws {
    let history = try record { folder, recorder in
      let file = try folder.open("name", O_RDWR)
      try file.write(new.span, at: 0)
      try file.syncData()
      recorder.reached(1)
      try file.truncate(to: 0)
    }
    history.forEachPowerCut { wreck in
      guard wreck.reached == [1] else { return }
      #expect(contents(of: "name", in: wreck) == new || contents(of: "name", in: wreck) == [], "\(wreck.story)")
    }
  }

  @Test func `A file never grows before an attribute that was set earlier`() throws {
    let history = try record { folder, _ in
      let file = try folder.open("name", O_RDWR)
      try file.setExtendedAttribute("user.grows", to: [1].span)
      try file.write(new.span, at: old.count)
    }
    var lengths: Set<Int> = []
    history.forEachPowerCut { wreck in
      guard let (bytes, attributes) = file("name", in: wreck) else { return }
      lengths.insert(bytes.count)
      #expect(bytes.count == old.count || attributes["user.grows"] != nil, "\(wreck.story)")
    }
    #expect(lengths.contains(old.count) && lengths.contains(4000) && lengths.count > 3)
  }

  @Test func `Written out bytes come before later metadata`() throws {
    let history = try record { folder, _ in
      let file = try folder.open("name", O_RDWR)
      try file.write(new.span, at: 0)
      try file.writeOut()
      try file.setExtendedAttribute("user.vouches", to: [1].span)
    }
    history.forEachPowerCut { wreck in
      guard let (bytes, attributes) = file("name", in: wreck) else { return }
      #expect(attributes["user.vouches"] == nil || bytes == new, "\(wreck.story)")
    }
  }

  @Test func `A kill loses nothing but the rest of the write it hit`() throws {
    let history = try record { folder, _ in
      let file = try folder.open("name", O_RDWR)
      try file.write(new.span, at: 0)
      try file.truncate(to: 1000)
    }
    var found: Set<[UInt8]> = []
    history.forEachKill { wreck in found.insert(contents(of: "name", in: wreck) ?? []) }
    #expect(found.contains(old) && found.contains(new) && found.contains(Array(new[..<1000])))
    #expect(found.contains(Array(new[..<1] + old[1...])))
  }

  @Test func `A wreck laid out looks like its image`() throws {
    let history = try record { folder, _ in
      try folder.makeDirectory("inner", mode: 0o700)
      try folder.link("name", to: folder.open("inner", O_RDONLY | O_DIRECTORY), as: "again")
      try folder.makeSymbolicLink("link", target: "name")
      try folder.open("name", O_RDWR).setExtendedAttribute("user.note", to: [5].span)
    }
    try history.forEachKill { wreck in
      try wreck.inspect { folder in
        let made = try TreeImage(of: folder.open())
        #expect(made.listing == wreck.image.listing)
      }
    }
  }

  // MARK: - Parts

  private func replace(in folder: borrowing FileDescriptor, synced: Bool) throws {
    let file = try folder.open("name.new", O_RDWR | O_CREAT, mode: 0o600)
    try file.write(new.span, at: 0)
    if synced { try file.sync() }
    try folder.rename("name.new", to: folder, as: "name")
  }

  private func record(
    _ operation: (borrowing FileDescriptor, CrashRecorder<Int>) throws -> Void
  ) throws -> CrashHistory<Int> {
    let folder = try ScratchFolder()
    try folder.open("name", O_RDWR | O_CREAT).write(old.span, at: 0)
    return try CrashRecorder.record(folder.path) { recorder in
      try operation(folder.open(), recorder)
    }
  }

  private func outcomes(
    of name: String, _ operation: (borrowing FileDescriptor, CrashRecorder<Int>) throws -> Void
  ) throws -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    try record(operation).forEachPowerCut { wreck in
      if let bytes = contents(of: name, in: wreck) { found.insert(bytes) }
    }
    return found
  }

  private func contents(of name: String, in wreck: Wreck<Int>) -> [UInt8]? { file(name, in: wreck)?.0 }

  private func file(_ name: String, in wreck: Wreck<Int>) -> ([UInt8], [String: [UInt8]])? {
    let image = wreck.image
    guard case .directory(let entries)? = image.nodes[image.root]?.contents, let inode = entries[name],
      let bytes = image.bytes(of: inode)
    else { return nil }
    return (bytes, image.nodes[inode]?.attributes ?? [:])
  }
}

extension TreeImage {
  /// Paths and what is there, without inode numbers.
  fileprivate var listing: [String: Node] {
    var listing: [String: Node] = [:]
    list(root, "", into: &listing)
    return listing
  }

  private func list(_ inode: Inode, _ path: String, into listing: inout [String: Node]) {
    guard var node = nodes[inode] else { return }
    if case .directory(let entries) = node.contents {
      for (name, child) in entries { list(child, "\(path)/\(name)", into: &listing) }
      node.contents = .directory([:])
      node.mode = 0
    }
    listing[path] = node
  }
}
