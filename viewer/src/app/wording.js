// What the library says of options, in the words of this page: they are chosen under Export, and files are dropped.
const advice = {
    assets: 'drop the folder or volume that has it',
    palette: 'drop the file that has the palette (.ppl, .pal)',
    rebuild: 'Export with the option "rebuild" computes it again',
    replace: '',
};
const isAtFault = (code) => code === 'BAD_OPTION' || code === 'OPTION_UNUSED';

export function worded({ code, message, remedy }) {
    if (!remedy) return message;
    if (isAtFault(code)) return `option "${remedy.option}": ${message}`;
    const said = advice[remedy.option] ?? `Export has the option "${remedy.option}"`;
    return said ? `${message}; ${said}` : message;
}
