/* SHA-256 against the examples of NIST (FIPS 180-2, appendix B; SHAVS), in parts of every size. */
#include "util/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_hash(const char *data, size_t size, size_t part, const char *expected)
{
    char text[SHA256_TEXT];
    sha256 h;
    sha256_begin(&h);
    for (size_t at = 0; at < size; at += part)
        sha256_add(&h, data + at, part < size - at ? part : size - at);
    sha256_end(&h, text);
    assert_string_equal(text, expected);
}

static void test_examples(void **state)
{
    (void)state;
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    expect_hash("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_hash("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (size_t part = 1; part < sizeof two_blocks; part++)
        expect_hash(two_blocks, sizeof two_blocks - 1, part,
                    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_million(void **state)
{
    (void)state;
    enum { MILLION = 1000000 };
    char *letters = malloc(MILLION);
    assert_non_null(letters);
    memset(letters, 'a', MILLION);
    for (size_t part = 61; part <= 67; part++)
        expect_hash(letters, MILLION, part,
                    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(letters);
}

/* Where the length no longer fits in the last block, and where it just does. */
static void test_lengths(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *hash;
    } zeros[] = {
        {55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
        {56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"},
        {64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
    };
    static const char data[64];
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        expect_hash(data, zeros[i].size, 64, zeros[i].hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_million),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
