/* What is taken for a shape or for sequences by its first bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/format.h"
#include "trilobite/trilobite.h"

static int probed(const char *format, const uint8_t *bytes, size_t size)
{
    return tlb_format_by_name(format)->probe((tlb_bytes){bytes, size});
}

/* A version, a number of nodes, the name of each; then numbers of states, of which the first is none. */
static void sequences_begin_with_names(void **state)
{
    enum { SURE = 85, POSSIBLE = 30, LONGEST = 255, NAME = 12 };
    uint8_t bytes[NAME + LONGEST + 1 + 4] = {24, 0, 0, 0, 1};
    (void)state;
    memset(bytes + NAME, 'n', LONGEST + 1);
    bytes[8] = LONGEST;
    memset(bytes + NAME + LONGEST, 0, 4);
    assert_int_equal(probed("dsq", bytes, NAME + LONGEST + 4), SURE);
    assert_int_equal(probed("dsq", bytes, NAME + LONGEST + 3), POSSIBLE);
    assert_int_equal(probed("dsq", bytes, NAME + LONGEST), POSSIBLE);
    assert_int_equal(probed("dsq", bytes, NAME + LONGEST - 1), 0);
    bytes[NAME + LONGEST] = 1;
    assert_int_equal(probed("dsq", bytes, NAME + LONGEST + 4), POSSIBLE);
    bytes[8] = 0, bytes[9] = 1; /* a name of 256 */
    memset(bytes + NAME + LONGEST + 1, 0, 4);
    assert_int_equal(probed("dsq", bytes, sizeof bytes), 0);
    bytes[4] = 0; /* no nodes */
    assert_int_equal(probed("dsq", bytes, sizeof bytes), 0);
    bytes[9] = 0;
    assert_int_equal(probed("dsq", bytes, 12), SURE);
    assert_int_equal(probed("dsq", bytes, 11), 0);
    assert_int_equal(probed("dsq", bytes, 7), 0);
}

static void versions_are_those_that_are_read(void **state)
{
    static const struct {
        uint8_t version;
        bool known;
    } versions[] = {{TLB_TORQUE_FIRST_VERSION - 1, false},
                    {TLB_TORQUE_FIRST_VERSION, true},
                    {TLB_TORQUE_LAST_VERSION, true},
                    {TLB_TORQUE_LAST_VERSION + 1, false}};
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        uint8_t bytes[12] = {versions[i].version}, shape[56] = {versions[i].version};
        assert_int_equal(probed("dsq", bytes, sizeof bytes) > 0, versions[i].known);
        assert_int_equal(probed("torque-dts", shape, sizeof shape) > 0, versions[i].known);
        assert_int_equal(probed("torque-dts", shape, sizeof shape - 1), 0);
        shape[1] = 1;
        assert_int_equal(probed("torque-dts", shape, sizeof shape), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_begin_with_names),
        cmocka_unit_test(versions_are_those_that_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
