// What the library says to everyone, in the words of this page: options are chosen under Export, files are dropped.
const advice = [
    [/; use --palette FILE\b/g, '; drop the file that has the palette (.ppl, .pal)'],
    [/; (?:use|pass|add|give) --assets [A-Z]+\b/g, '; drop the folder or volume that has it'],
    [/; rebuild with --rebuild\b/g, '; Export with the option "rebuild" computes it again'],
    [/; use --light-time SECONDS\b/g, '; Export has the option "light-time"'],
    [/; use --alarm\b/g, '; Export has the option "alarm"'],
    [/; --collision adds them, hidden/g, '; the option "collision" adds them, hidden'],
    [/; use --force to replace it/g, ''],
    [/ ?\(--([a-z][a-z-]*) ([a-z]+)\)/g, ' (option "$1": $2)'],
    [/--([a-z][a-z-]*) (?=[A-Z]{2,}\b)/g, 'the option "$1" '],
    [/--([a-z][a-z-]*)/g, 'option "$1"'],
];

export const worded = (message) => advice.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
