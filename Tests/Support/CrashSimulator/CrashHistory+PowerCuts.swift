// SPDX-License-Identifier: Apache-2.0

// MARK: - Power cuts

extension CrashHistory {
  /// Every state a power cut can leave: for each number of calls made, each prefix of metadata that may be on the disk,
  /// and each choice of what arrived of the bytes not yet synced. States that look the same are shown once.
  package func forEachPowerCut(_ body: (Wreck<Mark>) throws -> Void) rethrows {
    var seen: Set<TreeImage> = []
    var promised = -1
    for made in 0...calls.count {
      let reached = reached(made)
      if reached.count != promised {
        promised = reached.count
        seen = []
      }
      for cut in cuts(made) {
        for choice in choices(made, cut) {
          guard let image = image(made, cut, choice), seen.insert(image).inserted else { continue }
          let story = "power cut after \(made) calls, metadata of \(cut), \(choice)"
          try body(Wreck(image: image, reached: reached, story: story))
        }
      }
    }
  }

  /// How many of the calls may have their metadata on the disk.
  private func cuts(_ made: Int) -> [Int] {
    let least = (0..<made).reduce(0) { max($0, leastCut(dueTo: $1)) }
    return (least...made).filter { cut in cut == least || calls[cut - 1].isMetadata }
  }

  private func leastCut(dueTo index: Int) -> Int {
    switch calls[index].effect {
    case .syncEverything, .sync(_, .everything): return index
    case .sync(let inode, .data):
      let change = (0..<index).last { changesSize($0, of: inode) }
      return change.map { calls[$0].isMetadata ? $0 + 1 : lastMetadata(before: $0) } ?? 0
    case .sync(_, .writeOut), .write, .resize, .metadata: return 0
    }
  }

  private func changesSize(_ index: Int, of inode: TreeImage.Inode) -> Bool {
    guard calls[index].file == inode else { return false }
    switch calls[index].effect {
    case .resize: return true
    case .write(_, _, _, let after): return after.count > size(of: inode, before: index)
    case .sync, .syncEverything, .metadata: return false
    }
  }

  private func size(of inode: TreeImage.Inode, before index: Int) -> Int {
    for earlier in calls[..<index].reversed() where earlier.file == inode {
      switch earlier.effect {
      case .resize(_, let resize): return resize.size
      case .write(_, _, _, let after): return after.count
      case .sync, .syncEverything, .metadata: continue
      }
    }
    return base.bytes(of: inode)?.count ?? 0
  }

  /// How many calls it takes to include the last change of metadata before one.
  private func lastMetadata(before index: Int) -> Int {
    (calls[..<index].lastIndex(where: \.isMetadata)).map { $0 + 1 } ?? 0
  }

  /// Writes that need not be on the disk.
  private func loose(_ made: Int, _ cut: Int) -> [Int] {
    (0..<made).filter { index in
      guard case .write(let inode, _, _, _) = calls[index].effect else { return false }
      return !(index + 1..<made).contains { settles($0, inode, cut) }
    }
  }

  private func settles(_ index: Int, _ inode: TreeImage.Inode, _ cut: Int) -> Bool {
    switch calls[index].effect {
    case .syncEverything: true
    case .sync(inode, .everything), .sync(inode, .data): true
    case .sync(inode, .writeOut): calls[index..<max(cut, index)].contains(where: \.isMetadata)
    case .sync, .write, .resize, .metadata: false
    }
  }

  private func choices(_ made: Int, _ cut: Int) -> [WriteChoice] {
    let writes = loose(made, cut).map { index -> (Int, SectorRange) in
      guard case .write(_, let offset, let count, _) = calls[index].effect else { return (index, SectorRange(0..<0)) }
      return (index, SectorRange(offset..<offset + count))
    }
    return WriteChoice.all(of: writes)
  }

  // MARK: - Putting a state together

  /// Nil where the choice contradicts the order of metadata.
  private func image(_ made: Int, _ cut: Int, _ choice: WriteChoice) -> TreeImage? {
    var image = tree(after: cut)
    for (inode, node) in image.nodes {
      guard case .file = node.contents else { continue }
      guard let bytes = bytes(of: inode, made, cut, choice) else { return nil }
      image.nodes[inode]?.contents = .file(FileImage(bytes))
    }
    return image
  }

  private func bytes(of inode: TreeImage.Inode, _ made: Int, _ cut: Int, _ choice: WriteChoice) -> [UInt8]? {
    var bytes = base.bytes(of: inode) ?? []
    for index in 0..<made where calls[index].file == inode {
      switch calls[index].effect {
      case .resize(_, let resize) where index < cut: bytes.apply(resize)
      case .write(_, let offset, let count, let after):
        let arrived = choice.arrived[index] ?? SectorRange(offset..<offset + count).all
        let size = bytes.count
        bytes.apply(arrived, of: after, choice.growth, upTo: offset + count)
        if bytes.count > size && lastMetadata(before: index) > cut { return nil }
      case .resize, .sync, .syncEverything, .metadata: continue
      }
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func apply(_ resize: RecordedCall.Resize) {
    if resize.size < count { removeSubrange(resize.size...) }
    extend(to: resize.size)
    let zeroed = (resize.zeroed ?? 0..<0).clamped(to: 0..<count)
    replaceSubrange(zeroed, with: [UInt8](repeating: 0, count: zeroed.count))
  }

  /// A sector comes as the cache had it right after the write, zeros beyond the end included.
  fileprivate mutating func apply(
    _ sectors: Set<Int>, of after: [UInt8], _ growth: WriteChoice.Growth, upTo end: Int
  ) {
    guard let last = sectors.max() else { return }
    let grown = growth == .toTheEnd ? end : Swift.min((last + 1) * SectorRange.sector, after.count)
    extend(to: Swift.min(grown, after.count))
    for sector in sectors {
      let start = sector * SectorRange.sector
      let end = Swift.min(start + SectorRange.sector, count)
      guard start < end else { continue }
      let present = Swift.min(start, after.count)..<Swift.min(end, after.count)
      let zeros = [UInt8](repeating: 0, count: end - start - present.count)
      replaceSubrange(start..<end, with: after[present] + zeros)
    }
  }
}
