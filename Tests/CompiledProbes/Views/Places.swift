// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Frames, distances and what lies behind, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: frame
@MainActor func probe179() -> some View { Text("a").frame(minWidth: 0, maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading) }

// probe: padding
@MainActor func probe180() -> some View { Text("a").padding().padding(.horizontal, 4).padding([.top, .leading]).padding(EdgeInsets(top: 1, leading: 1, bottom: 1, trailing: 1)) }

// probe: offset-position
@MainActor func probe181() -> some View { Text("a").offset(x: 1).position(x: 5, y: 5) }

// probe: layout-priority
@MainActor func probe182() -> some View { Text("a").layoutPriority(1).fixedSize().fixedSize(horizontal: true, vertical: false) }

// probe: alignment-guide
@MainActor func probe183() -> some View { Text("a").alignmentGuide(.leading) { d in d[.trailing] } }

// probe: z-index
@MainActor func probe184() -> some View { Text("a").zIndex(1) }

// probe: safe-area
@MainActor func probe185() -> some View { Color.red.ignoresSafeArea() }

// probe: safe-area-inset
@MainActor func probe186() -> some View { Text("a").safeAreaInset(edge: .bottom) { Text("b") } }

// probe: content-margins
@MainActor func probe187() -> some View { Text("a").contentMargins(4) }

// probe: background-view
@MainActor func probe188() -> some View { Text("a").background(Color.red).background { Color.blue }.background(.red, in: Capsule()) }

// probe: background-alignment
@MainActor func probe189() -> some View { Text("a").background(alignment: .leading) { Color.red } }

// probe: overlay
@MainActor func probe190() -> some View { Text("a").overlay(Color.red).overlay(alignment: .top) { Text("b") }.overlay(.white) }

// probe: mask
@MainActor func probe191() -> some View { Color.red.mask(Text("a")).mask { Circle() } }

// probe: clip
@MainActor func probe192() -> some View { Color.red.clipShape(RoundedRectangle(cornerRadius: 4)).clipped() }

// probe: clip-static
@MainActor func probe193() -> some View { Color.red.clipShape(.rect(cornerRadius: 4)).clipShape(.capsule) }

// probe: corner-radius
@MainActor func probe194() -> some View { Color.red.cornerRadius(4) }

// probe: border
@MainActor func probe195() -> some View { Text("a").border(.red, width: 2) }
