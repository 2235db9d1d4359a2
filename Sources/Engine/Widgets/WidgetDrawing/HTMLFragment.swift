// SPDX-License-Identifier: Apache-2.0
package import WidgetLayout
package import WidgetModel

/// A widget as a part of a page: its drawing with texts that can be selected, and links.
package enum HTMLFragment {
  /// The prefix is letters that are in front of no other widget's names in the same page.
  package static func bytes(
    _ list: DisplayList, _ faces: TextFaces, in environment: WidgetEnvironment, prefix: String = "w"
  ) -> [UInt8] {
    var html = SVGText()
    html.append("<figure class=\"bailey-widget\" data-family=\"")
    html.append(escaped: environment.family.name)
    html.append("\" style=\"display:inline-block;margin:0;line-height:0;width:")
    html.append(list.size.width)
    html.append("px;height:")
    html.append(list.size.height)
    html.append("px\">")
    return html.bytes + SVGRenderer.document(list, faces, in: environment, prefix: prefix).dropLast()
      + Array("</figure>\n".utf8)
  }
}
