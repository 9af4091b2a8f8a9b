/** Moves what scrolls around an element, and not the page, until the element stands in its middle. */
export function showWithin(element: HTMLElement): void {
  for (let box = element.parentElement; box && box.id !== 'screen' && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) continue;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += inner.top - outer.top - (box.clientHeight - inner.height) / 2;
  }
}
