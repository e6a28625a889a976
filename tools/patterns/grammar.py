"""What a pattern consists of: types of items in order, and expressions over items before."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Op:
    """An operation on integers or truths; `&&`, `||` and comparisons are truths."""
    op: str
    a: object
    b: object


@dataclass(frozen=True)
class Cond:
    """a if c, else b."""
    c: object
    a: object
    b: object


@dataclass(frozen=True)
class Value:
    """What an item holds."""
    item: "Item"


@dataclass(frozen=True)
class At:
    """The offset that the file was read to at a mark."""
    mark: "Item"


@dataclass(frozen=True)
class FileEnd:
    pass


@dataclass(frozen=True)
class Peek:
    """A number that stands at an offset and is not walked yet."""
    kind: str
    big: bool
    at: object


@dataclass(frozen=True)
class TextIs:
    """Whether a text is `value`; with `fold` whatever the case."""
    item: "Item"
    value: str


@dataclass(eq=False)
class Item:
    name: str  # as `dump` has it; None: a list's element
    kind: str  # u1 to f8, bytes, text, struct, mark
    type: "Type" = None  # of a struct
    size: object = None  # of bytes and text; None: all that is left
    repeat: object = None  # how many; None: one
    condition: object = True
    contents: bytes = None
    big: bool = False
    valid: list = field(default_factory=list)  # what holds of it
    flags: list = None
    owner: "Type" = None
    id: str = None
    captured: bool = False  # of a mark: whether something asks for it later


@dataclass(eq=False)
class Type:
    name: str
    parent: "Type" = None
    hint: str = None  # what the description calls it
    items: list = field(default_factory=list)


COMPARISONS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
               ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
ARITHMETIC = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b,
              "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
              "/": lambda a, b: int(a / b), "%": lambda a, b: a - b * int(a / b)}
OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
EXPRESSIONS = (Op, Cond, Value, At, FileEnd, Peek, TextIs)


def is_symbolic(x):
    return isinstance(x, EXPRESSIONS)


def is_truth(x):
    return isinstance(x, (bool, TextIs)) or isinstance(x, Op) and (x.op in COMPARISONS or x.op in ("&&", "||", "!")) \
        or isinstance(x, Cond) and is_truth(x.a) and is_truth(x.b)


def truth(x):
    if is_truth(x):
        return x
    if not is_symbolic(x):
        return bool(x)
    return choose(x.c, truth(x.a), truth(x.b)) if isinstance(x, Cond) else Op("!=", x, 0)


def number(x):
    if isinstance(x, bool):
        return int(x)
    return choose(x, 1, 0) if is_truth(x) else x


def negate(x):
    x = truth(x)
    if isinstance(x, bool):
        return not x
    if isinstance(x, Op) and x.op in OPPOSITES:
        return Op(OPPOSITES[x.op], x.a, x.b)
    if isinstance(x, Op) and x.op == "!":
        return x.a
    if isinstance(x, Op) and x.op == "&&":
        return either(negate(x.a), negate(x.b))
    if isinstance(x, Op) and x.op == "||":
        return both(negate(x.a), negate(x.b))
    return Op("!", x, None)


def terms(x, op="&&"):
    return terms(x.a, op) + terms(x.b, op) if isinstance(x, Op) and x.op == op else [x]


def both(a, b):
    a, b = truth(a), truth(b)
    if a is False or b is False:
        return False
    if a is True:
        return b
    known = terms(a)
    for term in terms(b):
        if term is True or term in known:
            continue
        if negate(term) in known:
            return False
        a = Op("&&", a, term)
        known.append(term)
    return a


def either(a, b):
    a, b = truth(a), truth(b)
    if a is True or b is True:
        return True
    if a is False:
        return b
    if b is False or a == b:
        return a
    return True if negate(a) == b else Op("||", a, b)


def choose(c, a, b):
    if isinstance(c, bool):
        return a if c else b
    if a is b or (a == b and type(a) is type(b)):
        return a
    if a is True and b is False:
        return c
    if a is False and b is True:
        return negate(c)
    if is_truth(a) and is_truth(b) and (isinstance(a, bool) or isinstance(b, bool)):
        if a is True:
            return either(c, b)
        if a is False:
            return both(negate(c), b)
        return either(negate(c), a) if b is True else both(c, a)
    return Cond(c, a, b)


def operate(op, a, b):
    if not is_symbolic(a) and not is_symbolic(b):
        return (COMPARISONS.get(op) or ARITHMETIC[op])(a, b)
    if op in ("==", "!=") and is_truth(a) != is_truth(b):
        told, other = (a, b) if is_truth(a) else (b, a)
        if not is_symbolic(other):
            return told if bool(other) == (op == "==") else negate(told)
    a, b = number(a), number(b)
    if op in COMPARISONS:  # of a choice between constants: which of them it is
        for x, y, swapped in ((a, b, False), (b, a, True)):
            if isinstance(x, Cond) and not is_symbolic(y) and not (is_symbolic(x.a) and is_symbolic(x.b)):
                pick = [operate(op, y, z) if swapped else operate(op, z, y) for z in (x.a, x.b)]
                return choose(x.c, truth(pick[0]), truth(pick[1]))
    if op in ("+", "-", "|", "<<", ">>") and not is_symbolic(b) and b == 0:
        return a
    if op in ("+", "|") and not is_symbolic(a) and a == 0:
        return b
    if op == "*" and 1 in (a, b):
        return b if a == 1 else a
    if op == "*" and 0 in (a, b):
        return 0
    if op == "-" and a == b:
        return 0
    if op == "-" and isinstance(a, Op) and a.op == "+" and a.b == b:
        return a.a
    if op == "-" and isinstance(a, Op) and a.op == "+" and a.a == b:
        return a.b
    return Op(op, a, b)


def parts(x):
    """All expressions within one."""
    yield x
    if isinstance(x, Op):
        yield from parts(x.a)
        yield from parts(x.b)
    elif isinstance(x, Cond):
        yield from parts(x.c)
        yield from parts(x.a)
        yield from parts(x.b)
    elif isinstance(x, Peek):
        yield from parts(x.at)
