"""Runs the description of a format as if it read a file whose bytes are not known: what it would read becomes items of a
grammar, and conditions and counts become expressions over items before. Of two branches both are run, each under its
condition."""

from c_source import Unsupported
from expressions import Expressions
from grammar import At, Cond, FileEnd, Item, Op, Type, both, choose, either, is_symbolic, negate, parts, terms, truth
from memory import Elements, Held, Obj, Place, Variables
from statements import BROKE, CONTINUED, NORMAL, REFUSED, RETURNED, Statements
from walks import Walks

MOST_GUARDS = 24  # conditions within each other


class Interpreter(Statements, Expressions, Walks):
    def __init__(self, sources):
        self.sources = sources

    def start(self, name):
        """With nothing walked yet."""
        self.root = self.scope = Type(name)
        self.guards, self.frames, self.journals, self.scope_at, self.steps = [], [], [], (0, 0), 0
        self.walk = {"direction": 0, "status": 0, "fresh": 0, "big_endian": False, "start": 0, "end": FileEnd(), "jumped": 0,
                     "visitor": 0, "user": 0, "arena": 1, "context": 1, "depth": 0}
        self.undescribed = []
        self.opened = []
        self.walker = Obj(None, None)
        self.walker.held = self.walk

    def run(self, unit, function, name):
        """The grammar that a description gives: its root."""
        self.start(name)
        root = Variables()
        root.held["root"] = 0
        definition, unit = self.sources.find(unit, function)
        try:
            self.call(definition, unit, [self.walker, Place(root, "root")])
        except Unsupported as why:
            self.give_up(self.root, why)
        self.use_marks(self.root)
        return self.root

    def give_up(self, scope, why):
        """What is left of the file is bytes."""
        self.scope, self.scope_at = self.root, (0, 0)
        self.undescribed.append(str(why))
        self.add(Item("undescribed", "bytes"))

    def condition(self):
        """Of what is read here, in the order that it came to be known: later terms hold only where earlier ones do."""
        guards, frames = self.scope_at
        known = [(place, 1, guard) for place, guard in enumerate(self.guards) if place >= guards]
        known += [(place, 0, guard) for frame in self.frames[frames:] for place, guard in frame.passed]
        result = True
        for _, _, guard in sorted(known, key=lambda entry: entry[:2]):
            result = both(result, guard)
        return result

    def facts(self):
        known = list(self.guards)
        for frame in self.frames:
            known += [guard for _, guard in frame.passed] + frame.known
        return [term for guard in known for term in terms(truth(guard))]

    def decide(self, value):
        """What is known of a condition here."""
        value = truth(value)
        if isinstance(value, bool):
            return value
        facts = self.facts()
        return self.reduce(value, facts)

    def reduce(self, value, facts):
        if value in facts:
            return True
        if negate(value) in facts:
            return False
        if isinstance(value, Op) and value.op in ("&&", "||"):
            a, b = self.reduce(value.a, facts), self.reduce(value.b, facts)
            return both(a, b) if value.op == "&&" else either(a, b)
        return value

    def settle(self, value):
        """A choice whose condition is known here is what it chooses."""
        while isinstance(value, Cond):
            known = self.decide(value.c)
            if not isinstance(known, bool):
                return value
            value = value.a if known else value.b
        return value

    def add(self, item):
        item.owner, item.condition = self.scope, self.condition()
        if item.condition is False:
            return item
        self.scope.items.append(item)
        return item

    def mark(self):
        items = self.scope.items
        if not items or items[-1].kind != "mark":
            items.append(Item(None, "mark", owner=self.scope))
        return At(items[-1])

    def use_marks(self, type_):
        """Keeps the marks that are asked for after more was read."""
        def uses(value, owner, place):
            for part in parts(value):
                if isinstance(part, At):
                    items = owner.items
                    near = part.mark.owner is owner and all(x.kind == "mark" for x in items[items.index(part.mark):place])
                    if not near:
                        part.mark.captured = True
        for place, item in enumerate(type_.items):
            if item.kind == "struct":
                self.use_marks(item.type)
            for value in (item.size, item.repeat, item.condition, *item.valid):
                uses(value, type_, place)

    def enter(self, name):
        type_ = Type(name, self.scope)
        self.opened.append((self.scope, self.scope_at))
        self.scope, self.scope_at = type_, (len(self.guards), len(self.frames))
        return type_

    def leave(self):
        self.scope, self.scope_at = self.opened.pop()

    # --- memory

    def set(self, holder, key, value):
        if is_symbolic(key):
            raise Unsupported("an element whose number is not known is set")
        if isinstance(value, Obj):
            value = value.copy()
        for journal in self.journals[-1:]:
            if (id(holder), key) not in journal:
                journal[id(holder), key] = (holder, key, holder.held.get(key))
        holder.held[key] = value

    def branch(self, guard, run):
        """Runs under a condition; what it set is undone and handed back."""
        if len(self.guards) > MOST_GUARDS:
            raise Unsupported(f"the work of {self.frames[-1].name}()")
        self.guards.append(guard)
        self.journals.append({})
        try:
            status = run()
        finally:
            self.guards.pop()
            journal = self.journals.pop()
            changed = {}
            for place, (holder, key, old) in journal.items():
                changed[place] = (holder, key, holder.held.get(key))
                if old is None:
                    holder.held.pop(key, None)
                else:
                    holder.held[key] = old
        return status, changed

    def fork(self, condition, first, second):
        """Both branches. The status is RETURNED where both return."""
        frame = self.frames[-1]
        results, self.refused = [], False
        for guard, run in ((condition, first), (negate(condition), second)):
            if results and results[0][1] == REFUSED:
                results.append((guard, run(), {}))
                break
            count, scope, at, opened = len(self.scope.items), self.scope, self.scope_at, list(self.opened)
            try:
                status, changed = self.branch(guard, run)
            except Unsupported as why:
                if scope is not self.root:
                    raise
                self.scope, self.scope_at, self.opened = scope, at, opened
                del scope.items[count:]
                self.guards.append(guard)
                self.give_up(scope, why)
                self.guards.pop()
                status, changed = RETURNED, {}
                for outer in self.frames[:-1]:
                    outer.passed.append((len(self.guards), negate(both(self.condition(), guard))))
            if self.refused:  # no sound file comes here
                self.refused = False
                status, changed = REFUSED, {}
                frame.known.append(negate(guard))
            results.append((guard, status, changed))
        (_, first_status, first_changed), (_, second_status, second_changed) = results
        if first_status == REFUSED:
            return second_status
        if second_status == REFUSED:
            for holder, key, value in first_changed.values():
                self.set(holder, key, value)
            return first_status
        for place in {**first_changed, **second_changed}:
            holder, key, _ = first_changed.get(place) or second_changed[place]
            was = holder.held.get(key, 0)
            a = first_changed[place][2] if place in first_changed else was
            b = second_changed[place][2] if place in second_changed else was
            self.set(holder, key, self.merge(condition, a, b))
        if BROKE in (first_status, second_status) or CONTINUED in (first_status, second_status):
            raise Unsupported("a loop that ends on what is not known")
        if first_status == second_status:
            return first_status
        frame.passed.append((len(self.guards), negate(condition) if first_status == RETURNED else condition))
        return NORMAL

    def merge(self, condition, a, b):
        if isinstance(a, Obj) and isinstance(b, Obj):
            made = a.copy()
            for key in {**a.held, **b.held}:
                made.held[key] = self.merge(condition, a.get(key), b.get(key))
            return made
        if isinstance(a, (Elements, Held)) and not b:
            return a
        if isinstance(b, (Elements, Held)) and not a:
            return b
        return choose(condition, a, b)
