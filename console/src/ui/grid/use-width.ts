import { useLayoutEffect, type RefObject } from 'react';

/** Says how wide an element is inside, without its scroll bar, in pixels: once it is drawn, and again whenever that changes. */
export function useWidth(element: RefObject<HTMLElement | null>, onWidth: (px: number) => void): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = (): void => onWidth(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, onWidth]);
}
