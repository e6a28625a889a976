# Draws mutants of the source files that are its arguments: prints COUNT lines of file, line, before and after, parted by
# tabs; the same ones for the same SEED. A mutant is a line in which one operator was applied once. Of two equal numbers
# either is the lesser or the greater: `a <= b ? a : b` is not made of `a < b ? a : b`.
BEGIN {
    pairs = "<= >= << >> < > == != && || ++ -- + - * / true false"
    swap["<"] = "<="; swap["<="] = "<"; swap[">"] = ">="; swap[">="] = ">"; swap["=="] = "!="; swap["!="] = "=="
    swap["&&"] = "||"; swap["||"] = "&&"; swap["++"] = "--"; swap["--"] = "++"; swap["+"] = "-"; swap["-"] = "+"
    swap["*"] = "/"; swap["/"] = "*"; swap["<<"] = ">>"; swap[">>"] = "<<"
    swap["true"] = "false"; swap["false"] = "true"
    swap["uint16_t"] = "uint32_t"; swap["uint32_t"] = "uint16_t"; swap["u16"] = "u32"; swap["u32"] = "u16"
}

# The line with its strings, characters and comments blanked out.
function code(line,    i, c, quote, out) {
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (commented) {
            if (substr(line, i, 2) == "*/") { commented = 0; out = out " "; i++ }
            out = out " "
        } else if (quote) {
            if (c == "\\") { out = out " "; i++ }
            else if (c == quote) quote = ""
            out = out " "
        } else if (substr(line, i, 2) == "/*") { commented = 1; out = out "  "; i++ }
        else if (c == "\"" || c == "'") { quote = c; out = out " " }
        else out = out c
    }
    return out
}

function add(at, old, new) {
    found[++founds] = substr($0, 1, at - 1) new substr($0, at + length(old))
}

# Whether a comparison, between `left` and `right` in a line, chooses one of the two that it compares.
function chooses(left, right,    one, other) {
    if (!match(left, /[]A-Za-z_0-9.>[-]+(\([^()]*\))? $/)) return 0
    one = substr(left, RSTART, RLENGTH - 1)
    if (substr(left, 1, RSTART - 1) !~ /([=?:,({]|return|&&|\|\|) *$/) return 0
    if (!match(right, /^ [^?:]+ \? /)) return 0
    other = substr(right, 2, RLENGTH - 4)
    right = substr(right, RLENGTH + 1)
    if (index(right, one " : " other) != 1 && index(right, other " : " one) != 1) return 0
    return substr(right, length(one " : " other) + 1) ~ /^([]),;:}]|$)/
}

# What can be done to the line.
function mutants(text,    at, rest, token, before) {
    founds = 0
    if (text ~ /^ +[a-z_][^=;]*\(.*\);$/ && text !~ /^ +(return|else|for|if|while) / || text ~ /^ +(break|continue);$/ ||
        text ~ /^ +[a-z_][]a-z_0-9.>[-]* [-+*|&^]?= [^{]*;$/ && text !~ /^ +[a-z_0-9]+ \*/)
        found[++founds] = substr($0, 1, match($0, /[^ ]/) - 1) ";"
    for (at = 1; at <= length(text);) {
        rest = substr(text, at)
        if (match(rest, /^[A-Za-z_][A-Za-z_0-9]*/)) {
            token = substr(rest, 1, RLENGTH)
            if (token in swap) add(at, token, swap[token])
        } else if (match(rest, /^[0-9][A-Za-z_0-9.]*/)) {
            token = substr(rest, 1, RLENGTH)
            if (token ~ /^[0-9]+$/) {
                add(at, token, token + 1)
                if (token > 0) add(at, token, token - 1)
            }
        } else if (match(rest, /^(->|\+=|-=|\*=|\/=)/)) {
            token = substr(rest, 1, RLENGTH)
            if (token == "+=") add(at, token, "-=")
            if (token == "-=") add(at, token, "+=")
        } else if (match(rest, /^(<=|>=|==|!=|&&|\|\||\+\+|--|<<|>>)/)) {
            token = substr(rest, 1, 2)
            if (token !~ /[<>]=/ || !chooses(substr(text, 1, at - 1), substr(rest, 3))) add(at, token, swap[token])
        } else {
            token = substr(rest, 1, 1)
            before = substr(text, at - 1, 1)
            if (token ~ /[-+*\/<>]/ && before == " " && substr(rest, 2, 1) == " " &&
                (token !~ /[<>]/ || !chooses(substr(text, 1, at - 1), substr(rest, 2)))) add(at, token, swap[token])
            if (token == "!") add(at, token, "")
        }
        at += length(token)
    }
    return founds
}

FNR == 1 { commented = 0; continued = 0 }
{
    text = code($0)
    directive = continued || text ~ /^#/
    continued = directive && text ~ /\\$/
    if (!directive && mutants(text)) {
        lines++
        place[lines] = FILENAME "\t" FNR "\t" $0
        choices[lines] = founds
        for (i = 1; i <= founds; i++) after[lines, i] = found[i]
    }
}

function random(below) {
    state = (state * 69069 + 12345) % 4294967296
    return int(state / 65536) % below
}

END {
    state = SEED
    for (i = 0; i < 8; i++) random(2)
    for (drawn = 0; drawn < COUNT && drawn < lines;) {
        line = random(lines) + 1
        if (line in used) continue
        used[line] = 1
        print place[line] "\t" after[line, random(choices[line]) + 1]
        drawn++
    }
}
