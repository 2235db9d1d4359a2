// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Foundation
import SharedFolders
import TemporaryFolder
import Testing

@testable import FolderAccess
import Files

@Suite struct FolderAccessTests {
  @Test func `The person's folders have their usual names, or those of their desktop`() {
    let usual = PersonalFolders(settings: "", home: "/home/ada")
    #expect(usual[.documents] == "/home/ada/Documents" && usual[.downloads] == "/home/ada/Downloads")
    let settings = """
      # made by a program
      XDG_DESKTOP_DIR="$HOME/Schreibtisch"
      XDG_DOCUMENTS_DIR="/data/Ada\\"s/"
      XDG_DOWNLOAD_DIR="$HOME/"
      XDG_MUSIC_DIR="$HOME/Musik"
      """
    let own = PersonalFolders(settings: settings, home: "/home/ada")
    #expect(own[.desktop] == "/home/ada/Schreibtisch")
    #expect(own[.documents] == "/data/Ada\"s")
    // The home itself stands for none.
    #expect(own[.downloads] == nil)
    for damaged in ["XDG_DESKTOP_DIR=Desk", "XDG_DESKTOP_DIR=\"Desk\"", "XDG_DESKTOP_DIR", "XDG_DESKTOP_DIR=\""] {
      #expect(PersonalFolders(settings: damaged, home: "/home/ada")[.desktop] == "/home/ada/Desktop")
    }
    #expect(PersonalFolders(settings: settings, home: "")[.desktop] == nil)
  }

  @Test func `Volumes are network file systems, and what desktops mount`() {
    let table = MountTable(
      text: """
        20 1 8:1 / / rw - ext4 /dev/sda1 rw
        21 20 0:50 / /srv/data rw - nfs4 host:/data rw
        22 20 8:17 / /media/ada/STICK rw - vfat /dev/sdb1 rw
        23 20 8:18 / /run/media/ada/STICK rw - ext4 /dev/sdb2 rw
        24 20 0:51 / /media/ada/Protected rw - fuse.bailey bailey rw
        25 20 0:52 / /home/ada/far rw - fuse.sshfs host: rw
        26 20 8:2 / /mnt/disk rw - ext4 /dev/sda2 rw
        """)
    let volumes = VolumeTable(table).volumes
    #expect(volumes.map(\.name) == ["data", "STICK", "STICK 2", "far"])
    #expect(volumes.map(\.isOnNetwork) == [true, false, false, true])
  }

  @Test func `Of several files that are chosen an app gets all, or none where one cannot be had`() throws {
    let folder = try TemporaryFolder()
    let names = ["letter", "card", "key"]
    for name in names { try Data("words".utf8).write(to: URL(filePath: "\(folder.path)/\(name)")) }
    let paths = names.map { "\(folder.path)/\($0)" }
    let files = ChosenFiles(.reading, excluding: [paths[2]])
    #expect(files.add(paths, .reading) == nil && files.places.isEmpty)
    #expect(files.add(Array(paths[..<2]), .reading) == ["letter", "card"])
    // What was chosen before stays.
    #expect(files.add([paths[0], paths[2]], .reading) == nil && files.places.map(\.name) == ["letter", "card"])
  }
}
