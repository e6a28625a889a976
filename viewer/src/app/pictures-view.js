// Pictures, as large as they fit, pixel for pixel.
import { element } from '../dom.js';

export class PicturesView {
    #urls = [];

    constructor() {
        this.element = element('div', { class: 'pictures' });
    }

    // [{ name, bytes }] of PNG files.
    async show(files) {
        this.clear();
        this.#urls = files.map(({ bytes }) => URL.createObjectURL(new Blob([bytes], { type: 'image/png' })));
        const figures = this.#urls.map((url, i) => {
            const image = element('img', { src: url, alt: `picture ${i + 1}`, draggable: 'false' });
            const size = element('figcaption');
            image.addEventListener('load', () => {
                size.textContent = `${files.length > 1 ? `${i + 1}:  ` : ''}${image.naturalWidth} × ${image.naturalHeight}`;
                image.style.setProperty('--grown', `${image.naturalWidth * this.#growth(image, files.length)}px`);
            });
            return element('figure', {}, image, size);
        });
        this.element.replaceChildren(...figures);
        await Promise.all(figures.map((figure) => figure.firstChild.decode()));
    }

    // Small ones are shown several times as large, by a whole number.
    #growth(image, count) {
        const room = count > 1 ? 240 : Math.min(this.element.clientWidth, this.element.clientHeight) - 80;
        return Math.max(1, Math.floor(room / Math.max(image.naturalWidth, image.naturalHeight)));
    }

    clear() {
        this.#urls.forEach((url) => URL.revokeObjectURL(url));
        this.#urls = [];
        this.element.replaceChildren();
    }
}
