// In the page: the share of blocks of so many pixels a side whose mean colors are clearly different, and whether the
// first picture shows more than its backdrop.
export async function compare([a, b, side = 8]) {
    const pixels = async (base64) => {
        const blob = new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'image/png' });
        const image = await createImageBitmap(blob), canvas = new OffscreenCanvas(image.width / side, image.height / side);
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const [x, y] = [await pixels(a), await pixels(b)];
    let different = 0, drawn = 0;
    for (let i = 0; i < x.data.length; i += 4) {
        const apart = (j) => Math.max(...[0, 1, 2].map((k) => Math.abs(x.data[i + k] - y.data[j + k])));
        different += apart(i) > 24;
        // The backdrop is the same along each row.
        const start = i - (i % (x.width * 4));
        drawn += Math.max(...[0, 1, 2].map((k) => Math.abs(x.data[i + k] - x.data[start + k]))) > 12;
    }
    return { different: (different * 4) / x.data.length, drawn: (drawn * 4) / x.data.length };
}
