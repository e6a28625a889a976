#include "core/tree_check.h"

/* How far the walk is with a node. */
enum { UNSEEN, AT_FRONT, AT_BACK, LEAVING, LEFT };

static void report_step(tlb_checker *c, const tlb_tree *t, uint32_t node, int side, uint32_t child,
                        uint8_t progress)
{
    if (progress == LEFT)
        TLB_FIND_CODE(c, t->shared, tlb_at(c, "%s[%u].%s", t->list, node, t->sides[side]),
                      "node %u already has another parent", child);
    else
        TLB_FIND_CODE(c, t->cycle, tlb_at(c, "%s[%u].%s", t->list, node, t->sides[side]),
                      "node %u is its ancestor", child);
}

static void walk_tree(tlb_checker *c, const tlb_tree *t, uint8_t *progress, uint32_t *stack)
{
    uint32_t depth = 0;
    progress[0] = AT_FRONT;
    stack[depth++] = 0;
    while (depth) {
        uint32_t node = stack[depth - 1];
        uint8_t at = progress[node]++;
        if (at == LEAVING) {
            depth--;
            continue;
        }
        int side = at == AT_BACK;
        uint32_t child = t->child_of(t->nodes, node, side);
        if (child >= t->count)
            continue;
        if (progress[child] != UNSEEN) {
            report_step(c, t, node, side, child, progress[child]);
            continue;
        }
        progress[child] = AT_FRONT;
        stack[depth++] = child;
    }
}

void tlb_check_tree(tlb_checker *c, const tlb_tree *tree)
{
    uint8_t *progress = tlb_scratch(c, tree->count, sizeof *progress);
    uint32_t *stack = tlb_scratch(c, tree->count, sizeof *stack);
    if (!tree->count || !progress || !stack)
        return;
    walk_tree(c, tree, progress, stack);
    for (uint32_t i = 0; i < tree->count; i++)
        if (progress[i] == UNSEEN)
            TLB_FIND_CODE(c, tree->unreached, tlb_at(c, "%s[%u]", tree->list, i),
                          "it cannot be reached from node 0");
}
