// What the library imports where there is no setjmp (src/base/attempt_wasm.c); `exportsOf` gives the module's exports.
class GivenUp {
    constructor(attempt) {
        this.attempt = attempt;
    }
}

export function attemptsOf(exportsOf) {
    return {
        attempt(work, attempt, user) {
            const { __stack_pointer: pointer, __indirect_function_table: functions } = exportsOf();
            const stack = pointer.value;
            try {
                functions.get(work)(attempt, user);
                return 1;
            } catch (error) {
                if (!(error instanceof GivenUp) || error.attempt !== attempt) throw error;
                pointer.value = stack;
                return 0;
            }
        },
        give_up(attempt) {
            throw new GivenUp(attempt);
        },
    };
}
