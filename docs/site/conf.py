"""The site: docs/, README.md and the public headers, by Sphinx with MyST and Furo. tools/site.sh builds it."""

import os
import re
import sys
from pathlib import Path

from pygments.lexers.shell import BashLexer
from pygments.lexers.special import TextLexer

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
root = Path(__file__).parents[2]

project = "Trilobite"
header = (root / "include/trilobite/base.h").read_text()
release = ".".join(re.findall(r"#define TLB_VERSION_\w+ (\d+)", header))
extensions = ["myst_parser", "headers"]
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "docs/formats/*.md", "docs/recipes/*.md",
                    "docs/site/gallery.md", "include/**.h"]
exclude_patterns = ["build*", "**/node_modules"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Trilobite"
html_static_path = ["site.css", "site.js"]
html_logo = html_favicon = "../../packaging/desktop/trilobite.svg"
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_additional_pages = {"index": "landing.html"}
html_context = {
    "demo": os.environ.get("TLB_PAGE"),
    "diagnostics": sum(path.read_text().count("\nTLB_CODE(") for path in (root / "include/trilobite/diagnostics").glob("*.def")),
    "formats": len(list((root / "docs/formats").glob("*.md"))),
}
templates_path = ["templates"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "default"
pygments_dark_style = "native"

CONTENTS = {
    "README": {
        "": ["README", "docs/site/gallery", "docs/INSTALL", "docs/PAGE", "CHANGELOG"],
        "Recipes": ["docs/recipes/artists", "docs/recipes/modders", "docs/recipes/archivists", "docs/recipes/programmers"],
        "Reference": ["docs/COMMAND", "docs/CATALOG", "docs/EDITING", "docs/FORMATS", "docs/DIAGNOSTICS",
                      "C library </include/trilobite/trilobite>", "Index of names <genindex>", "docs/SECURITY", "docs/PERFORMANCE"],
        "In other programs": ["docs/BLENDER", "docs/GIT", "docs/PYTHON", "docs/NPM", "docs/HEX", "docs/EMBEDDING", "docs/WINDOWS"],
        "How it is built": ["docs/ARCHITECTURE", "CONTRIBUTING"],
    },
    "docs/FORMATS": {"": sorted("docs/formats/" + page.stem for page in (root / "docs/formats").glob("*.md"))},
}


def add_contents(app, docname, source):
    for caption, pages in CONTENTS.get(docname, {}).items():
        listed = "\n".join({docname: "Overview <self>"}.get(page, page if "<" in page else "/" + page) for page in pages)
        source[0] += f"\n\n```{{toctree}}\n:hidden:\n" + (caption and f":caption: {caption}\n") + f"\n{listed}\n```\n"


def lead_home(app, page, template, context, doctree):
    context["master_doc"] = "index"  # where the theme's links to the first page lead


def setup(app):
    app.connect("html-page-context", lead_home)
    app.connect("source-read", add_contents)
    for name, lexer in (("hook", BashLexer), ("sbatch", BashLexer), ("gitattributes", TextLexer)):
        app.add_lexer(name, lexer)
