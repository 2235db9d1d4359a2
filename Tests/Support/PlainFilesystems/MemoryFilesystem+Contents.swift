// SPDX-License-Identifier: Apache-2.0
package import Files
package import FuseSession
import Glibc
package import SystemCalls
import Threads

// MARK: - Contents

extension MemoryFilesystem {
  package func create(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller
  ) throws(FileError) -> (Entry, OpenReply) {
    let entry = try makeNode(name, in: parent, mode: mode | S_IFREG, device: 0, caller: caller)
    return (entry, try open(entry.node, flags: flags, privileges: .keep, caller: caller))
  }

  package func open(
    _ node: NodeID, flags: Int32, privileges: PrivilegeBits, caller: Caller
  ) throws(FileError) -> OpenReply {
    if flags & O_TRUNC != 0 {
      _ = try change(node, AttributeChange(size: 0, privileges: privileges), caller: caller)
    }
    return OpenReply(handle: FileHandle(rawValue: node.rawValue), pages: observed.pages)
  }

  package func read(
    _ node: NodeID, _ handle: FileHandle, offset: Int, count: Int, reply: inout ReadReply
  ) throws(FileError) {
    let refusal = state.withLock { state in
      state.observed.reads += 1
      return state.observed.refusal
    }
    if let refusal { throw refusal }
    let all = contents(of: node)
    let asked = all[min(offset, all.count)..<min(offset + count, all.count)]
    reply.send(asked.span, isForgotten: observed.forgetsReads)
  }

  package func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int {
    observed.beforeWrite?()
    lookBehind(bytes.span)
    if let whenAcknowledged = observed.whenAcknowledged {
      reply.acknowledge()
      whenAcknowledged()
    }
    defer { if observed.wipesWrites { bytes.update(repeating: 0) } }
    return try state.withLock { state throws(FileError) in
      state.observed.writes.append(request)
      if let refusal = state.observed.refusal, request.origin == .program { throw refusal }
      guard var node = state.nodes[request.node] else { throw .missing }
      node.resize(to: max(node.contents.count, request.offset + bytes.count))
      for index in bytes.indices { node.contents[request.offset + index] = bytes[index] }
      node.attributes.mode = request.privileges.applied(to: node.attributes.mode)
      state.nodes[request.node] = node
      return bytes.count
    }
  }

  private func lookBehind(_ bytes: Span<UInt8>) {
    let count = observed.bytesBehind
    let found = unsafe bytes.withUnsafeBytes { bytes in
      unsafe [UInt8](UnsafeRawBufferPointer(start: bytes.baseAddress.map { unsafe $0 + bytes.count }, count: count))
    }
    observe { $0.foundBehind = found }
  }

  package func release(_ node: NodeID, _ handle: FileHandle) {}
  package func synchronize(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {}

  package func allocate(
    _ node: NodeID, _ handle: FileHandle, mode: Int32, offset: Int, count: Int
  ) throws(FileError) {
    throw .unsupported
  }

  package func seek(
    _ node: NodeID, _ handle: FileHandle, _ target: SeekTarget, from offset: Int
  ) throws(FileError) -> Int {
    throw .neverAsk
  }
}

// MARK: - Directories

extension MemoryFilesystem {
  package func openDirectory(_ node: NodeID, caller: Caller) throws(FileError) -> OpenReply {
    OpenReply(handle: FileHandle(rawValue: node.rawValue))
  }

  package func readDirectory(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryReply
  ) throws(FileError) {
    for (index, entry) in entries(of: node).enumerated().dropFirst(offset) {
      let attributes = entry.value.attributes
      guard reply.add(entry.key, inode: attributes.inode, mode: attributes.mode, next: index + 1) == .left else {
        return
      }
    }
  }

  package func readEntries(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryEntriesReply
  ) throws(FileError) {
    for (index, entry) in entries(of: node).enumerated().dropFirst(offset) {
      guard reply.add(entry.key, entry.value, next: index + 1) == .left else { return }
    }
  }

  package func releaseDirectory(_ node: NodeID, _ handle: FileHandle) {}
  package func synchronizeDirectory(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {}

  private func entries(of node: NodeID) -> [(key: [UInt8], value: Entry)] {
    state.withLock { state in
      let names = (state.nodes[node]?.names ?? [:]).sorted { $0.value.rawValue < $1.value.rawValue }
      return names.compactMap { name, node in
        state.nodes[node].map { (name, Entry(node: node, attributes: $0.attributes)) }
      }
    }
  }
}

// MARK: - Extended attributes

extension MemoryFilesystem {
  package func extendedAttribute(_ name: [UInt8], of node: NodeID) throws(FileError) -> [UInt8] {
    let value = state.withLock { state in
      state.observed.extendedAttributesAsked += 1
      return state.nodes[node]?.extendedAttributes[name]
    }
    guard let value else { throw FileError(ENODATA) }
    return value
  }

  package func extendedAttributeNames(of node: NodeID) throws(FileError) -> [[UInt8]] {
    state.withLock { ($0.nodes[node]?.extendedAttributes.keys).map(Array.init) ?? [] }
  }

  package func setExtendedAttribute(
    _ name: [UInt8], of node: NodeID, to value: Span<UInt8>, _ mode: AttributeSetMode, caller: Caller
  ) throws(FileError) {
    let bytes = value.indices.map { value[$0] }
    state.withLock { $0.nodes[node]?.extendedAttributes[name] = bytes }
  }

  package func removeExtendedAttribute(_ name: [UInt8], of node: NodeID, caller: Caller) throws(FileError) {
    let removed = state.withLock { $0.nodes[node]?.extendedAttributes.removeValue(forKey: name) }
    if removed == nil { throw FileError(ENODATA) }
  }
}
