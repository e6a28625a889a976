"""Sphinx reads the public headers as pages: each declaration as it stands in the header, below it what its comment says.

Every function, type, macro, enumerator and member of a struct has an anchor of its name (`tlb_scene.node_count`), which
the search finds, and to which its name leads wherever else a header or a page in Markdown has it. Names of diagnostics
lead to their rows in docs/DIAGNOSTICS.md.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.parsers import Parser
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

FOLDER = "include/trilobite"
KEYWORDS = set("typedef struct union enum const extern static inline sizeof".split())
TYPES = set("void bool char float double int unsigned signed long short size_t".split()) | {
    f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)}
DEFINED = {name for header in (Path(__file__).parents[2] / FOLDER).rglob("*.h")
           for name in re.findall(r"^(?:typedef )?struct (\w+) \{", header.read_text(), re.M)}
TOKEN = re.compile(r"(?P<comment>/\*.*?\*/)|(?P<directive>#\s*\w+)|(?P<text>\"[^\"\n]*\")|(?P<number>\b\d\w*)"
                   r"|(?P<name>[A-Za-z_]\w*)|(?P<space>\s+)|(?P<sign>.)", re.S)
STYLES = {"comment": "c1", "directive": "cp", "text": "s", "number": "mi"}
IN_PROSE = re.compile(r"`([^`]+)`|\b((?:tlb|TLB)_\w+(?:\.\w+)*)|\b(docs/[\w/.-]+\.md)|\b([a-z_]+\.h)\b")


# --- what a header has ---

def preprocessed(source):
    """Without its guard, includes and what is for C++."""
    source = re.sub(r'#ifdef __cplusplus\n(?:extern "C" \{|\})\n#endif\n', "", source)
    source = re.sub(r"#ifdef __cplusplus\n.*?#else\n(.*?)#endif\n", r"\1", source, flags=re.S)
    source = re.sub(r"[ \t]+\\\n", " \\\\\n", source)
    source = re.sub(r"#ifndef (TRILOBITE_\w+)\n#define \1\n(.*)#endif\n", r"\2", source, flags=re.S)
    return re.sub(r"^#include .*\n", "", source, flags=re.M)


def comment_text(comment):
    text = re.sub(r"^ \* ?", "", comment.strip()[2:-2], flags=re.M)
    return text.strip(" \n") if "\n" not in text else "\n".join(line.rstrip() for line in text.strip(" \n").split("\n"))


def items(source):
    """Pairs of a comment and the declarations that it is about, in their order; ("---", name) begins a group."""
    comment, code, depth = "", "", 0
    for line in re.findall(r"/\*.*?\*/[^\n]*\n|[^\n]*\n", source, re.S):
        begins = depth == 0 and (line.startswith("/*") or line == "\n")
        if begins and (comment or code):
            yield comment, code
            comment, code = "", ""
        group = re.match(r"/\* --- (.*?) -+ \*/", line)
        if group:
            yield "---", group[1]
        elif begins and line.startswith("/*"):
            comment = comment_text(line)
        elif line != "\n" or depth:
            code += line
            bare = re.sub(r"/\*.*?\*/", "", line, flags=re.S)
            depth += bare.count("{") - bare.count("}")
    if comment or code:
        yield comment, code


def declarators(tokens, statement):
    """The indexes of the names that a declaration of members declares."""
    depth, part, parts = 0, [], []
    for index in statement:
        text = tokens[index][1]
        depth += (text in "([") - (text in ")]")
        if text == "," and not depth:
            parts.append(part)
            part = []
        else:
            part.append(index)
    for part in [*parts, part]:
        texts = [tokens[index][1] for index in part]
        pointer = next((i for i in range(len(texts) - 2) if texts[i:i + 2] == ["(", "*"]), None)
        if pointer is not None:
            yield part[pointer + 2]
            continue
        depth, last = 0, None
        for index, text in zip(part, texts):
            depth += (text in "([") - (text in ")]")
            if not depth and tokens[index][0] == "name":
                last = index
        if last is not None:
            yield last


def following(tokens, index):
    return next(text for kind, text in tokens[index + 1:] if kind != "space")


def declared(tokens):
    """What a token declares, by its index: a name and its kind."""
    found, scopes, statement, directive = {}, [], [], False
    for index, (kind, text) in enumerate(tokens):
        if kind == "directive":
            directive = True
            if text.endswith("define"):
                name = next(i for i in range(index, len(tokens)) if tokens[i][0] == "name")
                found[name] = (tokens[name][1], "macro")
        elif kind == "space" and "\n" in text and tokens[index - 1][1] != "\\":
            directive = False
        if directive or kind in ("comment", "space"):
            continue
        scope = scopes[-1] if scopes else None
        words = [tokens[i][1] for i in statement]
        if text == "{":
            tag = next((i for i in statement[1:] if tokens[i][0] == "name" and tokens[i][1] not in KEYWORDS), None)
            if tag is not None and not scopes:
                found[tag] = (tokens[tag][1], "type")
            scopes.append(("enum" if "enum" in words else "struct", tokens[tag][1] if tag is not None else scope and scope[1]))
            statement = []
        elif scope and scope[0] == "enum" and text in ",}" and not words.count("(") > words.count(")"):
            if statement:
                found[statement[0]] = (words[0], "constant")
            statement = []
            if text == "}":
                scopes.pop()
        elif text == "}":
            scopes.pop()
            statement = []
        elif text == ";":
            if scope:
                for name in declarators(tokens, statement):
                    found[name] = (f"{scope[1]}.{tokens[name][1]}", "member")
            elif words[:1] == ["TLB_API"]:
                name = next(i for i in statement if tokens[i][1].startswith("tlb_") and following(tokens, i) == "(")
                found[name] = (tokens[name][1], "function")
            elif words[:1] == ["typedef"]:
                name = list(declarators(tokens, statement[1:]))[-1]
                if not (tokens[name][1] in DEFINED and following(tokens, name) == ";"):
                    found[name] = (tokens[name][1], "type")
            statement = []
        else:
            statement.append(index)
    return found


# --- pages ---

def reference(name, node):
    return addnodes.pending_xref("", node, refdomain="tlb", reftype="name", reftarget=name, refexplicit=True)


def page_link(page, node, titled=False):
    return addnodes.pending_xref("", node, refdomain="std", reftype="doc", reftarget="/" + page, refexplicit=not titled)


class HeaderParser(Parser):
    supported = ("header",)

    def parse(self, inputstring, document):
        self.setup_parse(inputstring, document)
        self.docname = self.env.docname
        header = self.docname.split("/", 1)[1] + ".h"
        page = nodes.section(ids=[nodes.make_id(header)], names=[header])
        page += nodes.title("", "", nodes.literal("", header.rsplit("/", 1)[1]))
        document += page
        introduction, _, rest = inputstring.partition("*/\n")
        page += nodes.literal_block("", f'#include "{header}"', language="c")
        page += self.prose(comment_text(introduction + "*/"))
        guide = guide_of(self.env, self.docname)
        if guide:
            page += self.line("The format: ", [guide])
        if header == "trilobite/trilobite.h":
            self.contents(page, rest)
        place = page
        for comment, code in items(preprocessed(rest)):
            if comment == "---":
                place = nodes.section(ids=[nodes.make_id("group " + code)], names=[])
                place += nodes.title("", code[0].upper() + code[1:])
                page += place
            elif code:
                place += self.item(comment, code)
            else:
                place += self.prose(comment)
        self.finish_parse()

    def line(self, label, docnames):
        paragraph = nodes.paragraph("", label, classes=["see"])
        for i, name in enumerate(docnames):
            paragraph += [nodes.Text(", " if i else ""), page_link(name, nodes.inline(), titled=True)]
        return paragraph

    def prose(self, text):
        """A comment's paragraphs; lines that are indented are code, those that begin with - items of a list."""
        found = []
        for block in re.split(r"\n\n", text):
            for code, lines in blocks(block):
                if code:
                    found.append(nodes.literal_block("", lines, language="none"))
                elif lines.startswith("- "):
                    found.append(nodes.bullet_list("", *(nodes.list_item("", nodes.paragraph("", "", *self.inline(item)))
                                                         for item in re.split(r"\n- ", lines[2:]))))
                else:
                    found.append(nodes.paragraph("", "", *self.inline(lines)))
        return found

    def inline(self, text):
        at = 0
        for match in IN_PROSE.finditer(text):
            yield nodes.Text(text[at:match.start()])
            at = match.end()
            literal, name, page, header = match.groups()
            if page:
                yield page_link(page[:-3], nodes.literal("", page))
            elif header:
                yield self.header_link(header)
            elif literal:
                yield nodes.literal("", literal)
            else:
                name = name.rstrip(".")
                yield reference(name, nodes.literal("", name))
                at = match.start() + len(name)
        yield nodes.Text(text[at:])

    def header_link(self, name):
        for folder in (FOLDER, FOLDER + "/formats"):
            if f"{folder}/{name[:-2]}" in self.env.found_docs:
                return page_link(f"{folder}/{name[:-2]}", nodes.literal("", name))
        return nodes.literal("", name)

    def item(self, comment, code):
        tokens = [(match.lastgroup, match[0]) for match in TOKEN.finditer(code.rstrip("\n"))]
        names = declared(tokens)
        heads = [name for name, kind in names.values() if kind != "member"]
        if any(kind == "type" for _, kind in names.values()):
            heads = [name for name, kind in names.values() if kind == "type"]
        section = nodes.section(classes=["declaration"], ids=[nodes.make_id("about " + (heads or ["?"])[0])], names=[])
        title = nodes.title()
        for i, name in enumerate(heads[:3]):
            title += [nodes.Text(", " if i else ""), nodes.literal("", name)]
        if len(heads) > 3:
            title += nodes.Text(" …")
        section += title
        section += self.code(tokens, names)
        if comment:
            section += self.prose(comment)
        index = addnodes.index(entries=[("single", name, name, "", None) for name, kind in names.values() if kind != "member"])
        return [index, section]

    def code(self, tokens, names):
        block = nodes.literal_block("".join(text for _, text in tokens) + "\n", classes=["highlight"])  # not astext(): Sphinx leaves it as it is
        objects = self.env.get_domain("tlb").objects
        for index, (kind, text) in enumerate(tokens):
            if index in names:
                name, sort = names[index]
                ids = [] if name in objects else [name]  # macros may be there for other compilers again
                objects.setdefault(name, (self.docname, sort))
                block += nodes.inline("", text, ids=ids, classes=["nf" if sort == "function" else "n", "declares"])
            elif kind == "name" and re.match(r"(tlb|TLB)_", text):
                block += reference(text, nodes.inline("", text))
            elif kind == "name" and text in KEYWORDS | TYPES:
                block += nodes.inline("", text, classes=["k" if text in KEYWORDS else "kt"])
            elif kind in STYLES:
                block += nodes.inline("", text, classes=[STYLES[kind]])
            else:
                block += nodes.Text(text)
        return block

    def contents(self, page, source):
        """The tables of all headers, as the umbrella header groups them."""
        caption = "Every format"
        for block in source.split("\n\n"):
            headers = re.findall(r'#include "(trilobite/[\w/]+)\.h"', block)
            named = re.match(r"/\* (.*?) \*/", block)
            if not headers:
                continue
            tree = addnodes.toctree(parent=self.docname, maxdepth=1, glob=False, hidden=False, includehidden=False,
                                    numbered=0, titlesonly=True, caption=named[1] if named else caption,
                                    rawcaption=named[1] if named else caption)
            tree["includefiles"] = ["include/" + header for header in headers]
            tree["entries"] = [(None, name) for name in tree["includefiles"]]
            page += nodes.compound("", tree, classes=["toctree-wrapper"])


def blocks(text):
    """Runs of lines, each with whether it is code."""
    runs = []
    for line in text.split("\n"):
        code = line.startswith("    ") or bool(runs and runs[-1][0] and line.startswith("  "))
        if runs and runs[-1][0] == code:
            runs[-1][1].append(line[4:] if code else line)
        else:
            runs.append((code, [line[4:] if code else line]))
    return [(code, "\n".join(lines)) for code, lines in runs]


def guide_of(env, docname):
    """The page of the format that a header is of: that of the longest beginning of its name."""
    folder, _, name = docname.rpartition("/")
    parts = name.split("_") if folder == FOLDER + "/formats" else []
    for count in range(len(parts), 0, -1):
        page = "docs/formats/" + "-".join(parts[:count])
        if page in env.found_docs:
            return page
    return None


# --- links ---

class NamesDomain(Domain):
    """The names of the headers, and of diagnostics."""

    name = "tlb"
    label = "Trilobite"
    object_types = {kind: ObjType(kind, "name") for kind in ("function", "type", "macro", "constant", "member", "diagnostic")}
    initial_data = {"objects": {}}

    @property
    def objects(self):
        return self.data["objects"]

    def clear_doc(self, docname):
        self.data["objects"] = {name: entry for name, entry in self.objects.items() if entry[0] != docname}

    def merge_domaindata(self, docnames, otherdata):
        self.objects.update((name, entry) for name, entry in otherdata["objects"].items() if entry[0] in docnames)

    def resolve_xref(self, env, fromdocname, builder, typ, target, node, contnode):
        name = target.removesuffix("()")
        name = name if name in self.objects else name.removeprefix("TLB_CODE_")
        if name not in self.objects:
            return None
        return make_refnode(builder, fromdocname, self.objects[name][0], name, contnode, name)

    def resolve_any_xref(self, env, fromdocname, builder, target, node, contnode):
        return []  # of links in Markdown: those lead to pages

    def get_objects(self):
        for name, (docname, kind) in self.objects.items():
            yield name, name, kind, docname, name, 1 if kind in ("function", "type", "macro", "diagnostic") else 2


class LinkNames(SphinxPostTransform):
    """Names in Markdown lead to what they name."""

    default_priority = 5

    def run(self, **kwargs):
        known = self.env.get_domain("tlb").objects
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext()
            if isinstance(literal.parent, (nodes.reference, nodes.title, addnodes.pending_xref)) or name in literal["ids"]:
                continue
            if name.removesuffix("()") in known:
                literal.replace_self(reference(name, literal.deepcopy()))
            elif name.endswith(".h") and "include/" + name[:-2] in self.env.found_docs:
                literal.replace_self(page_link("include/" + name[:-2], literal.deepcopy()))


def name_diagnostics(app, doctree):
    """Each row of the page of diagnostics is the place of its code; each format's page leads to its headers."""
    env = app.env
    if env.docname == "docs/DIAGNOSTICS":
        for row in doctree.findall(nodes.row):
            literal = next(row.findall(nodes.literal), None)
            if literal is not None and re.fullmatch(r"[A-Z][A-Z0-9_]+", literal.astext()):
                literal["ids"].append(literal.astext())
                env.get_domain("tlb").objects[literal.astext()] = (env.docname, "diagnostic")
    headers = sorted(name for name in env.found_docs if guide_of(env, name) == env.docname)
    title = next(doctree.findall(nodes.title), None)
    if headers and title is not None:
        title.parent.insert(1, HeaderParser.line(None, "In C: ", headers))


def setup(app):
    app.add_domain(NamesDomain)
    app.add_source_suffix(".h", "header")
    app.add_source_parser(HeaderParser)
    app.add_post_transform(LinkNames)
    app.connect("doctree-read", name_diagnostics)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}
