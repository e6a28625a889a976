"""Whether links lead somewhere, without a network.

    links.py ROOT            those of every page in Markdown, as a repository shows them: files, folders, headings
    links.py --site SITE     those of the site: pages, anchors, pictures; nothing is loaded from elsewhere, each page can
                             be reached, and all links are relative
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

problems = []


# --- Markdown

def without_code(text):
    text = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(path):
    """The anchors of headings, as GitHub makes them."""
    found = {}
    text = re.sub(r"^( *)```.*?^\1```", "", path.read_text(), flags=re.S | re.M)
    for heading in re.findall(r"^#{1,6} +(.*?) *$", text, re.M):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {name + (f"-{i}" if i else "") for name, count in found.items() for i in range(count + 1)}


def check_markdown(root):
    skipped = re.compile(r"(^|/)(build[^/]*|node_modules)/|^docs/site/|^tests/")
    pages = [p for p in root.rglob("*.md") if not skipped.search(str(p.relative_to(root)))]
    links = 0
    for page in pages:
        for target in re.findall(r"\]\(([^()\s]+)\)", without_code(page.read_text())):
            parts = urlsplit(target)
            if parts.scheme:
                continue
            links += 1
            path = page.parent / unquote(parts.path) if parts.path else page
            if not path.exists():
                problems.append(f"{page.relative_to(root)}: {target} does not exist")
            elif parts.fragment and path.suffix == ".md" and parts.fragment not in anchors(path):
                problems.append(f"{page.relative_to(root)}: {target}: there is no such heading")
    return f"{links} links in {len(pages)} pages"


# --- the site

class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.resources, self.ids = [], [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag != "a" and tag != "use":
            self.resources += [values[name] for name in ("href", "src") if values.get(name)]


def check_site(site):
    pages = {path: Page(path) for path in site.rglob("*.html") if path.parts[len(site.parts)] != "demo" and path.parent.name != "pictures"}
    links, reached, waiting = 0, set(), [site / "index.html"]
    for path, page in pages.items():
        name = path.relative_to(site)
        for target in page.links + page.resources:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.resources and parts.scheme != "data":
                    problems.append(f"{name}: loads {target}")
                continue
            links += 1
            other = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.startswith("/") or not other.is_relative_to(site) or not other.is_file():
                problems.append(f"{name}: {target} does not exist")
            elif parts.fragment and other in pages and unquote(parts.fragment) not in pages[other].ids:
                problems.append(f"{name}: {target}: there is no such anchor")
    while waiting:
        path = waiting.pop()
        if path in pages and path not in reached:
            reached.add(path)
            waiting += [(path.parent / unquote(urlsplit(each).path)).resolve() for each in pages[path].links if not urlsplit(each).scheme]
    alone = pages.keys() - reached - {site / "search.html"}
    problems.extend(f"no page leads to {path.relative_to(site)}" for path in sorted(alone))
    for style in site.rglob("*.css"):
        for target in re.findall(r"url\(['\"]?([^'\")]+)", style.read_text()):
            if not target.startswith("data:") and not (style.parent / target).is_file():
                problems.append(f"{style.relative_to(site)}: {target} does not exist")
    problems.extend(f"{path.relative_to(site)} is a symbolic link" for path in site.rglob("*") if path.is_symlink())
    return f"{links} links in {len(pages)} pages of the site"


if sys.argv[1] == "--site":
    said = check_site(Path(sys.argv[2]).resolve())
else:
    said = check_markdown(Path(sys.argv[1]).resolve())
print(*problems, said, sep="\n")
sys.exit(1 if problems else 0)
