// SPDX-License-Identifier: Apache-2.0

/// The layout of the folder of encrypted files, beside the tree that mirrors the one programs see.
///
/// The root's record is an attribute of the folder itself, as with every directory; it names no link. The class of
/// files in directories that name none is a setting of the mount and not stored here.
package enum StoreLayout {
  /// The record of a file, a directory or a long name: an extended attribute.
  package static let recordAttribute = FileRecordSeal.attribute
  /// The store's own folder in the root. Names that begin with a dot are the store's in every directory.
  package static let ownFolder = ".bailey"
  /// The folder of logs of changed blocks, one file for each file they are of.
  package static let undoFolder = "undo"
  /// The folder of targets of very long symbolic links, by the id the link's text names.
  package static let targetsFolder = "targets"
  /// The file that says what is being written, and in which epoch sizes were stored.
  package static let journal = "journal"
  package static let epochs = "epochs"
  /// The folder, made by a repair, of backing files of which nothing can be read.
  package static let lostFolder = "lost"
  /// Begins the names of directories that are being made; the rest is 32 hexadecimal digits.
  package static let unfinishedPrefix = ".new-"
}
