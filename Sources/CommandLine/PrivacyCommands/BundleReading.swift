// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppModel
import Glibc
import PrivacyDeclarations
import PropertyLists
import SystemCalls
import TerminalConsole

/// Reads what a bundle declares out of its folder. What a link names is not followed.
struct BundleReading: ~Copyable {
  private let path: String
  private let folder: FileDescriptor

  private static let largestText = 1 << 20
  private static let mostTexts = 2000

  init(_ path: String) throws(CommandFailure) {
    do { folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) } catch { throw .file(path: path, error) }
    self.path = path
  }

  borrowing func declarations() throws(CommandFailure) -> BundleDeclarations {
    let tree: BundleTree
    do { tree = try BundleTree(of: folder) } catch {
      throw .particular("\(Printable.oneLine(path)) cannot be read as a bundle: \(error).", .failed)
    }
    var contents: BundleDeclarations.Contents = [:]
    var executables: [(path: String, symbols: [String])] = []
    for node in tree.nodes {
      guard case .file(let size) = node.kind else { continue }
      if Self.isDeclaration(node.path) {
        guard size <= Self.largestText, contents.count < Self.mostTexts else {
          throw .particular("\(Printable.oneLine(node.path)) is larger than a declaration may be.", .failed)
        }
        contents[node.path] = try read(node.path, Self.largestText)
      } else if size >= 64, size <= ELFImports.largestFile, try isELF(node.path) {
        let bytes = try read(node.path, ELFImports.largestFile)
        // What cannot be read takes nothing that could be named.
        executables.append((node.path, (try? ELFImports(bytes.span).symbols) ?? []))
      }
    }
    guard BundleDeclarations.infoFiles.contains(where: { contents[$0] != nil }) else {
      throw .particular("\(Printable.oneLine(path)) is no app: it has no Info.plist.", .failed)
    }
    let (entitlements, error) = Self.entitlements(contents[Entitlements.file])
    return BundleDeclarations(
      contents: contents, executables: executables, unreadable: error.map { [(Entitlements.file, $0)] } ?? []
    ) { entitlements.claims($0) }
  }

  /// The entitlements as they are read when the bundle is signed. A group that is not to be claimed is a matter of
  /// signing.
  private static func entitlements(_ list: [UInt8]?) -> (Entitlements, PropertyListError?) {
    guard let list else { return (Entitlements(), nil) }
    do {
      return (try Entitlements(xml: list.span), nil)
    } catch {
      switch error {
      case .unreadable(let error): return (Entitlements(), error)
      case .notADictionary: return (Entitlements(), PropertyListError(line: 1, problem: .expected(.key)))
      case .reservedGroup: return (Entitlements(), nil)
      }
    }
  }

  private static func isDeclaration(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return BundleDeclarations.infoFiles.contains(path) || path == Entitlements.file || name == PrivacyManifest.file
      || name == "InfoPlist.strings"
  }

  private borrowing func open(_ path: String) throws(CommandFailure) -> FileDescriptor {
    do { return try folder.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) } catch {
      throw .file(path: "\(self.path)/\(path)", error)
    }
  }

  private borrowing func read(_ path: String, _ limit: Int) throws(CommandFailure) -> [UInt8] {
    let file = try open(path)
    do { return try file.readToEnd(atMost: limit) } catch { throw .file(path: "\(self.path)/\(path)", error) }
  }

  private borrowing func isELF(_ path: String) throws(CommandFailure) -> Bool {
    let file = try open(path)
    guard let head = try? file.read(count: 64, at: 0) else { return false }
    return ELFImports.isELF(head.span)
  }
}
