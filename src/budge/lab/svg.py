"""Makes a matplotlib SVG several times smaller; it looks the same.

The repository keeps some plots, and every clone downloads them. `compact` drops metadata, comments and unused names,
shortens the names that are used, rounds coordinates to a tenth of a point, and writes a style that all markers of a
series share once.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
REFERENCE = re.compile(r'(?<=href="#)[^"]+|(?<=url\(#)[^)]+')
FONTS = re.compile(r"'DejaVu Sans'(?:, [^;]*)?")  # matplotlib lists ten more
NUMBER = re.compile(r"-?\d+\.\d+")


def compact(text: str) -> str:
    """The same picture in fewer bytes.

    >>> drawing = '<g id="a"><path d="M 0.123 4.96 L 5 6 z" style="fill: #fff"/></g>'
    >>> compact(f'<svg xmlns="{SVG}"><metadata/>{drawing}</svg>')
    '<svg xmlns="http://www.w3.org/2000/svg"><g><path d="M.1 5L5 6z" style="fill:#fff" /></g></svg>\\n'
    """
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    names = {name: f"_{i}" for i, name in enumerate(dict.fromkeys(REFERENCE.findall(text)))}
    text = REFERENCE.sub(lambda found: names[found[0]], text)
    root = ElementTree.fromstring(text)
    for element in root.iter():
        element.text = element.text.strip() if element.text else None
        for child in list(element):
            child.tail = None
            if child.tag == f"{{{SVG}}}metadata":
                element.remove(child)
        _share_style(element)
        element.attrib = {
            name: _attribute(name, value, names)
            for name, value in element.attrib.items()
            if name != "id" or value in names
        }
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _attribute(name: str, value: str, names: dict[str, str]) -> str:
    if name == "id":
        return names[value]
    if name == "style":
        return FONTS.sub("'DejaVu Sans',sans-serif", value).replace("; ", ";").replace(": ", ":")
    if name == "transform":  # a scale factor keeps its digits
        return re.sub(r"(translate|rotate)\([^)]*\)", lambda found: _rounded(found[0]), value)
    if name == "d":
        return re.sub(r" ?([A-Za-z]) ?", r"\1", " ".join(_rounded(value).split()))
    return _rounded(value) if name in ("x", "y", "width", "height") else value


def _rounded(text: str) -> str:
    """The text with all numbers rounded to one decimal.

    >>> _rounded("0.123 -0.04 12.96 -0.5")
    '.1 0 13 -.5'
    """
    return NUMBER.sub(lambda found: re.sub(r"^(-?)0(?=\.)", r"\1", f"{round(float(found[0]), 1) + 0:g}"), text)


def _share_style(group: ElementTree.Element) -> None:
    """Moves a style that all children share to their group, if the group has none."""
    styles = {child.get("style") for child in group}
    if len(group) > 1 and len(styles) == 1 and None not in styles and "style" not in group.attrib:
        group.set("style", styles.pop() or "")
        for child in group:
            del child.attrib["style"]
