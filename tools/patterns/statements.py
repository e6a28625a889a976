"""Functions and statements of C."""

from pycparser import c_ast

from c_source import Unsupported
from grammar import both, either, operate
from memory import Frame, NewObject, Obj, zero

MOST_TURNS = 4096  # of a loop with nothing unknown in it
MOST_STEPS = 20000  # statements: layouts take a few thousand
NORMAL, RETURNED, BROKE, CONTINUED, REFUSED = range(5)  # how a statement ends


class Statements:
    def call(self, definition, unit, values):
        if sum(frame.name == definition.decl.name for frame in self.frames) > 1:
            raise Unsupported(f"{definition.decl.name}() calls itself")
        frame = Frame(unit, len(self.guards))
        frame.name = definition.decl.name
        parameters = definition.decl.type.args.params if definition.decl.type.args else []
        for parameter, value in zip(parameters, values):
            if parameter.name:
                if isinstance(value, NewObject):
                    value = value.of(unit, parameter.type)
                copied = isinstance(value, Obj) and value is not self.walker
                frame.variables.held[parameter.name] = value.copy() if copied else value
                frame.variables.types[parameter.name] = parameter.type
        self.frames.append(frame)
        try:
            self.statement(definition.body)
        finally:
            self.frames.pop()
        result = frame.results[-1][1] if frame.results else 0
        for guard, value in reversed(frame.results[:-1]):
            result = self.merge(guard, value, result)
        return result

    def statement(self, node):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unsupported(f"the work of {self.frames[-1].name}()")
        run = getattr(self, "run_" + type(node).__name__, None) if node else lambda n: NORMAL
        if run:
            return run(node)
        self.value(node)
        return NORMAL

    def run_Compound(self, node):
        for item in node.block_items or ():
            status = self.statement(item)
            if status != NORMAL:
                return status
        return NORMAL

    def run_DeclList(self, node):
        for item in node.decls:
            self.statement(item)
        return NORMAL

    def run_Decl(self, node):
        frame = self.frames[-1]
        frame.unit.declare(node.type)
        if node.name:
            frame.variables.types[node.name] = node.type
            made = zero(frame.unit, node.type)
            if node.init:
                made = self.initial(node.type, node.init)
                if isinstance(made, NewObject):
                    made = made.of(frame.unit, node.type)
            frame.variables.held.pop(node.name, None)
            self.set(frame.variables, node.name, made)
        return NORMAL

    def initial(self, type_, init):
        unit = self.frames[-1].unit if self.frames else None
        if not isinstance(init, c_ast.InitList):
            return self.value(init)
        made = zero(unit, type_)
        if not isinstance(made, Obj):
            return self.value(init.exprs[0]) if init.exprs else 0
        plain = unit.plain(type_)
        names = None if isinstance(plain, c_ast.ArrayDecl) else [m.name for m in plain.decls]
        place = 0
        for expression in init.exprs or ():
            if isinstance(expression, c_ast.NamedInitializer):
                key = expression.name[0]
                key = key.name if names else self.value(key)
                place, expression = (names.index(key) if names else key), expression.expr
            key = names[place] if names else place
            made.held[key] = self.initial(made.member_type(key), expression)
            place += 1
        return made

    def run_If(self, node):
        condition = self.decide(self.value(node.cond))
        if isinstance(condition, bool):
            return self.statement(node.iftrue if condition else node.iffalse)
        return self.fork(condition, lambda: self.statement(node.iftrue), lambda: self.statement(node.iffalse))

    def run_Return(self, node):
        frame = self.frames[-1]
        guard = True
        for term in self.guards[frame.depth:]:
            guard = both(guard, term)
        frame.results.append((guard, self.value(node.expr) if node.expr else 0))
        return RETURNED

    def run_Break(self, node):
        return BROKE

    def run_Continue(self, node):
        return CONTINUED

    def run_EmptyStatement(self, node):
        return NORMAL

    def run_Pragma(self, node):
        return NORMAL

    def run_For(self, node):
        if isinstance(node.cond, c_ast.FuncCall) and getattr(node.cond.name, "name", "") == "walk_next":
            return self.elements(node)
        if node.init:
            self.statement(node.init)
        return self.turn(node.cond, node.stmt, node.next)

    def run_While(self, node):
        return self.turn(node.cond, node.stmt, None)

    def run_DoWhile(self, node):
        status = self.statement(node.stmt)
        if status != NORMAL:
            return status
        return self.turn(node.cond, node.stmt, None)

    def turn(self, cond, body, after):
        for _ in range(MOST_TURNS):
            known = self.decide(self.value(cond)) if cond else True
            if not isinstance(known, bool):
                raise Unsupported(f"a loop in {self.frames[-1].name}()")
            if not known:
                return NORMAL
            status = self.statement(body)
            if status == RETURNED:
                return status
            if status == BROKE:
                return NORMAL
            if after:
                self.value(after)
        raise Unsupported("a loop without end")

    def run_Switch(self, node):
        value = self.settle(self.value(node.cond))
        groups, labels = [], []
        for item in node.stmt.block_items:
            labels.append(item)
            if item.stmts:
                groups.append((labels, item.stmts))
                labels = []

        def body(statements):
            for statement in statements:
                status = self.statement(statement)
                if status == BROKE:
                    return NORMAL
                if status != NORMAL:
                    return status
            return NORMAL

        def choose_group(at):
            if at == len(groups):
                return NORMAL
            labels, statements = groups[at]
            condition = False
            for label in labels:
                same = True if isinstance(label, c_ast.Default) else self.decide(operate("==", value, self.value(label.expr)))
                condition = either(condition, same)
            if isinstance(condition, bool):
                return body(statements) if condition else choose_group(at + 1)
            return self.fork(condition, lambda: body(statements), lambda: choose_group(at + 1))
        return choose_group(0)
