"""Settings of Sphinx for the site; build.py prepares the pages.

Sphinx with MyST, because the reference pages come from docstrings and types, links into headings are checked during the
build, and search runs in the browser. Zensical builds faster, but has no such reference yet.
"""

import budge

project = "budge"
author = "the authors of budge"
copyright = f"{author}. Apache-2.0"
version = release = budge.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]

root_doc = "index"
myst_heading_anchors = 4
nb_execution_mode = "off"  # the tests run the notebook
suppress_warnings = ["mystnb.unknown_mime_type"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
default_role = "code"  # `name` in docstrings

html_theme = "furo"
html_title = f"budge {version}"
html_favicon = "../../src/budge/web/static/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False

linkcheck_ignore = [r"http://127\.0\.0\.1", r"https://www\.npmjs\.com"]  # npmjs.com refuses programs
linkcheck_retries = 3
