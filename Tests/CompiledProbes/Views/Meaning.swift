// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Accessibility, events and preferences, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: accessibility
@MainActor func probe217() -> some View { Text("a").accessibilityLabel("b").accessibilityHidden(true).accessibilityValue("c").accessibilityHint("d") }

// probe: accessibility-element
@MainActor func probe218() -> some View { Text("a").accessibilityElement(children: .combine).accessibilityAddTraits(.isHeader) }

// probe: accessibility-identifier
@MainActor func probe219() -> some View { Text("a").accessibilityIdentifier("a").accessibilitySortPriority(1) }

// probe: appear
@MainActor func probe226() -> some View { Text("a").onAppear { } }

// probe: task
@MainActor func probe227() -> some View { Text("a").task { } }

// probe: tap
@MainActor func probe228() -> some View { Text("a").onTapGesture { } }

// probe: on-change
@MainActor func probe229() -> some View { Text("a").onChange(of: 1) { } }

// probe: on-receive
@MainActor func probe230() -> some View { Text("a").onReceive(ProbeModel().objectWillChange) { _ in } }

// probe: gesture
@MainActor func probe231() -> some View { Text("a").gesture(TapGesture()) }

// probe: disabled
@MainActor func probe232() -> some View { Text("a").disabled(true).allowsHitTesting(false).contentShape(Rectangle()) }

// probe: preference
@MainActor func probe233() -> some View { Text("a").preference(key: ProbeKey.self, value: 1).onPreferenceChange(ProbeKey.self) { _ in } }

// probe: anchor-preference
struct ProbeAnchorKey: PreferenceKey { static let defaultValue: Anchor<CGRect>? = nil; static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) { value = value ?? nextValue() } }
@MainActor func probe234() -> some View { Text("a").anchorPreference(key: ProbeAnchorKey.self, value: .bounds) { $0 }.overlayPreferenceValue(ProbeAnchorKey.self) { _ in Text("b") } }

// probe: modifier
@MainActor func probe235() -> some View { Text("a").modifier(ProbeModifier()) }

// probe: modifier-empty
@MainActor func probe236() -> some View { Text("a").modifier(EmptyModifier()) }

// probe: preferred-scheme
@MainActor func probe237() -> some View { Text("a").preferredColorScheme(.dark).colorScheme(.dark) }

// probe: help
@MainActor func probe241() -> some View { Text("a").help("b").tag(1) }

// probe: sensory
@MainActor func probe242() -> some View { Text("a").sensoryFeedback(.success, trigger: 1) }

// probe: scene-padding
@MainActor func probe243() -> some View { Text("a").scenePadding() }

// probe: container-relative
@MainActor func probe244() -> some View { Text("a").containerRelativeFrame(.horizontal) }

// probe: layout-direction
@MainActor func probe245() -> some View { Text("a").flipsForRightToLeftLayoutDirection(true).environment(\.layoutDirection, .rightToLeft) }

// probe: phase-animator
@MainActor func probe246() -> some View { Text("a").phaseAnimator([1, 2]) { content, _ in content } }

// probe: visual-effect
@MainActor func probe247() -> some View { Text("a").visualEffect { content, proxy in content.offset(x: proxy.size.width) } }
