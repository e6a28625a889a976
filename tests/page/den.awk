# OBJ: a room with a door in thick walls, and eight blocks in it that nobody sees from outside.
# Between two corners, seen from `side` of its axis.
function rectangle(ax, ay, az, bx, by, bz, side) {
    if (ax == bx) { corner(ax, ay, az); corner(ax, by, az); corner(ax, by, bz); corner(ax, ay, bz) }
    else if (ay == by) { corner(ax, ay, az); corner(ax, ay, bz); corner(bx, ay, bz); corner(bx, ay, az) }
    else { corner(ax, ay, az); corner(bx, ay, az); corner(bx, by, az); corner(ax, by, az) }
    print (side > 0 ? "f -4 -3 -2 -1" : "f -1 -2 -3 -4")
}
function corner(x, y, z) { print "v", x, y, z }
# Outward or inward; a door in its back from x = -1.1 to -0.6.
function box(x, r, side, door,    s) {
    for (s = -1; s <= 1; s += 2) {
        rectangle(x + s * r, -r, -r, x + s * r, r, r, s * side)
        rectangle(x - r, s * r, -r, x + r, s * r, r, s * side)
        if (!door || s > 0) rectangle(x - r, -r, s * r, x + r, r, s * r, s * side)
    }
    if (door) {
        rectangle(x - r, -r, -r, -1.1, r, -r, -side)
        rectangle(-0.6, -r, -r, x + r, r, -r, -side)
    }
}
BEGIN {
    box(0, 3, 1, 1)
    box(0, 2, -1, 1)
    for (i = 0; i < 8; i++) box(1.8, 0.05, 1, 0)
}
