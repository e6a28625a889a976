"""Expressions of C, and calls."""

from pycparser import c_ast

from c_source import Unsupported, parse_constant
from grammar import At, Op, Peek, both, choose, either, is_symbolic, negate, operate, truth
from memory import Elements, Function, Index, Obj, Place, Variables, zero
from statements import NORMAL

# Types as tlb_type numbers them.
OF_C = {"unsigned char": 0, "_Bool": 0, "char": 0, "unsigned short": 1, "unsigned int": 2, "signed char": 3, "short": 4,
        "signed short": 4, "int": 5, "signed int": 5, "float": 6, "double": 7}


class Expressions:
    def value(self, node):
        return getattr(self, "value_" + type(node).__name__)(node)

    def value_Constant(self, node):
        return parse_constant(node)

    def value_ID(self, node):
        if node.name in self.frames[-1].unit.prototypes and node.name not in self.frames[-1].variables.held:
            return Function(node.name)
        place = self.place_ID(node)
        return place if isinstance(place, (int, float)) else place.holder.get(place.key)

    def place_ID(self, node):
        name, frame = node.name, self.frames[-1]
        if name in frame.variables.held:
            return Place(frame.variables, name)
        unit = frame.unit
        if name in unit.constants:
            return unit.constants[name]
        globals_ = unit.__dict__.setdefault("globals", Variables())
        if name in unit.variables:
            if name not in globals_.held:
                node = unit.variables[name]
                globals_.types[name] = node.type
                globals_.held[name] = self.initial(node.type, node.init) if node.init else zero(unit, node.type)
            return Place(globals_, name)
        raise Unsupported(f"{name}")

    def place(self, node):
        if isinstance(node, c_ast.ID):
            return self.place_ID(node)
        if isinstance(node, c_ast.StructRef):
            holder = self.value(node.name)
            if isinstance(holder, Place):
                holder = holder.holder.get(holder.key)
            if not hasattr(holder, "held"):
                raise Unsupported(f"member {node.field.name}")
            return Place(holder, node.field.name)
        if isinstance(node, c_ast.ArrayRef):
            holder, index = self.value(node.name), self.value(node.subscript)
            if isinstance(holder, Place) and isinstance(holder.holder, Obj) and not is_symbolic(index):
                if isinstance(holder.key, int):
                    return Place(holder.holder, holder.key + index)
                return Place(holder.holder.get(holder.key), index)
            if isinstance(holder, Elements):
                if not isinstance(index, Index):
                    raise Unsupported("an element of a list outside of it")
                if "element" not in holder.held:
                    unit = self.frames[-1].unit
                    holder.held["element"] = zero(unit, unit.target(self.type(node.name)))
                return Place(holder, "element")
            return Place(holder, "element" if isinstance(index, Index) else index)
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            value = self.value(node.expr)
            return value if isinstance(value, Place) else Place(value, 0)
        if isinstance(node, c_ast.CompoundLiteral):
            holder = Variables()
            holder.held["literal"] = self.initial(node.type, node.init)
            return Place(holder, "literal")
        raise Unsupported(f"the address of {type(node).__name__}")

    def value_StructRef(self, node):
        place = self.place(node)
        if place.holder is self.walker and place.key == "at":
            return self.mark()
        return self.settle(place.holder.get(place.key))

    def value_ArrayRef(self, node):
        place = self.place(node)
        if isinstance(place.holder, str):
            return ord(place.holder[place.key]) if place.key < len(place.holder) else 0
        if isinstance(place.holder, (At, Op)):
            return Peek("u1", False, operate("+", place.holder, place.key))
        if is_symbolic(place.key) and isinstance(place.holder, Obj):  # a table of constants
            keys = sorted(k for k in place.holder.held if isinstance(k, int))
            if keys and all(not isinstance(place.holder.held[k], (Obj, Elements)) for k in keys):
                result = place.holder.held[keys[-1]]
                for key in reversed(keys[:-1]):
                    result = choose(operate("==", place.key, key), place.holder.held[key], result)
                return result
        if not hasattr(place.holder, "get"):
            raise Unsupported("what a pointer points to")
        return place.holder.get(place.key)

    def value_CompoundLiteral(self, node):
        return self.initial(node.type, node.init)

    def value_Cast(self, node):
        value = self.value(node.expr)
        plain = self.frames[-1].unit.plain(node.to_type)
        if plain == "_Bool":
            return truth(value)
        if isinstance(value, int) and isinstance(plain, str) and plain.startswith("unsigned"):
            return value & (1 << 8 * self.frames[-1].unit.size(node.to_type)) - 1
        return value

    def value_ExprList(self, node):
        for expression in node.exprs:
            value = self.value(expression)
        return value

    def value_TernaryOp(self, node):
        condition = self.decide(self.value(node.cond))
        if isinstance(condition, bool):
            return self.value(node.iftrue if condition else node.iffalse)
        values = []

        def keep(expression):
            values.append(self.value(expression))
            return NORMAL
        self.fork(condition, lambda: keep(node.iftrue), lambda: keep(node.iffalse))
        return self.merge(condition, *values)

    def value_BinaryOp(self, node):
        if node.op in ("&&", "||"):
            first = self.decide(self.value(node.left))
            if isinstance(first, bool) and first == (node.op == "||"):
                return first
            if isinstance(first, bool):
                return truth(self.value(node.right))
            self.guards.append(first if node.op == "&&" else negate(first))
            try:
                second = self.decide(self.value(node.right))
            finally:
                self.guards.pop()
            return both(first, second) if node.op == "&&" else either(first, second)
        a, b = self.settle(self.value(node.left)), self.settle(self.value(node.right))
        if node.op in ("==", "!=") and not (is_symbolic(a) or is_symbolic(b)):
            return (a == b) == (node.op == "==")
        if isinstance(a, Place) and isinstance(a.key, int) and isinstance(b, int):
            return Place(a.holder, a.key + b)
        if not all(isinstance(x, (int, float)) or is_symbolic(x) for x in (a, b)):
            raise Unsupported(f"{node.op} of {type(a).__name__} and {type(b).__name__}")
        return operate(node.op, a, b)

    def value_UnaryOp(self, node):
        if node.op == "&":
            if isinstance(node.expr, c_ast.ArrayRef) and isinstance(self.value(node.expr.name), (At, Op)):
                return operate("+", self.value(node.expr.name), self.value(node.expr.subscript))
            place = self.place(node.expr)
            return place
        if node.op == "*":
            place = self.value(node.expr)
            if isinstance(place, (At, Op)):
                return Peek("u1", False, place)
            if isinstance(place, str):
                return ord(place[0]) if place else 0
            if not isinstance(place, Place):
                raise Unsupported("what a pointer points to")
            return place.holder.get(place.key)
        if node.op == "!":
            return negate(self.decide(self.value(node.expr)))
        if node.op == "-":
            return operate("-", 0, self.value(node.expr))
        if node.op == "+":
            return self.value(node.expr)
        if node.op == "~":
            value = self.value(node.expr)
            return ~value & 0xffffffff if isinstance(value, int) else operate("^", value, 0xffffffff)
        if node.op == "sizeof":
            unit = self.frames[-1].unit
            if isinstance(node.expr, c_ast.Typename):
                return unit.size(node.expr)
            if isinstance(node.expr, c_ast.Constant):
                return len(parse_constant(node.expr)) + 1
            if isinstance(node.expr, c_ast.ID) and isinstance(self.value(node.expr), str):
                return len(self.value(node.expr)) + 1
            value = self.type(node.expr)
            plain = unit.plain(value)
            if isinstance(plain, c_ast.ArrayDecl) and plain.dim is None:
                return len(self.value(node.expr).held) * unit.size(plain.type)
            return unit.size(value)
        if node.op in ("++", "p++", "--", "p--"):
            place = self.place(node.expr)
            old = place.holder.get(place.key)
            new = operate("+" if "+" in node.op else "-", old, 1)
            self.set(place.holder, place.key, new)
            return old if node.op.startswith("p") else new
        raise Unsupported(node.op)

    def value_Assignment(self, node):
        place, value = self.place(node.lvalue), self.value(node.rvalue)
        if node.op != "=":
            value = operate(node.op[:-1], place.holder.get(place.key), value)
        if place.holder is self.walker and place.key == "at":
            raise Unsupported("the walk goes on elsewhere")
        self.set(place.holder, place.key, value)
        return value

    def type(self, node):
        """The type of an expression."""
        frame = self.frames[-1]
        unit = frame.unit
        if isinstance(node, c_ast.ID):
            if node.name in frame.variables.types:
                return frame.variables.types[node.name]
            return unit.variables[node.name].type
        if isinstance(node, c_ast.StructRef):
            owner = self.type(node.name)
            return unit.member(unit.target(owner) if node.type == "->" else owner, node.field.name)
        if isinstance(node, c_ast.ArrayRef):
            return unit.target(self.type(node.name))
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            return unit.target(self.type(node.expr))
        if isinstance(node, c_ast.UnaryOp) and node.op == "&":
            return c_ast.PtrDecl([], self.type(node.expr))
        if isinstance(node, c_ast.Cast):
            return node.to_type
        raise Unsupported(f"the type of {type(node).__name__}")

    def generic(self, node):
        """What _Generic chooses by: the number of the layout's type."""
        unit = self.frames[-1].unit
        plain = unit.plain(self.type(node))
        if isinstance(plain, c_ast.PtrDecl):
            plain = unit.plain(plain.type)
        return OF_C[plain]

    # --- calls

    def value_FuncCall(self, node):
        arguments = node.args.exprs if node.args else []
        if isinstance(node.name, c_ast.FuncCall) and node.name.name.name == "tlb_generic":
            held = self.generic(node.name.args.exprs[0])
            values = [self.value(a) for a in arguments]
            self.scalar(values[1], values[2], values[3] if len(values) > 3 else held)
            return 0
        if not isinstance(node.name, c_ast.ID):
            raise Unsupported("a call through a pointer")
        name = node.name.name
        if name == "tlb_generic":
            return self.generic(arguments[0])
        built_in = getattr(self, "do_" + name, None)
        values = [self.value(a) for a in arguments]
        if built_in:
            return built_in(*values)
        if name in self.frames[-1].variables.held:
            raise Unsupported("a call through a pointer")
        definition, unit = self.sources.find(self.frames[-1].unit, name)
        return self.call(definition, unit, values)
