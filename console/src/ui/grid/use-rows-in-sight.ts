import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Rows that are drawn beyond both edges, so that a fast hand meets no empty place. */
const BEYOND = 8;

interface RowsInSight {
  /** Places of the rows to draw: from `first` up to and without `end`. */
  readonly first: number;
  readonly end: number;
  /** Scrolls as far as a row needs to be seen whole. */
  readonly reveal: (place: number) => void;
}

/**
 * Which rows of one height a scroller shows below a head that stays at its top.
 * @param heights of a row and of the head, in pixels
 */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  { rowPx, headPx }: { readonly rowPx: number; readonly headPx: number },
): RowsInSight {
  const [{ first, end }, setRange] = useState({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      const { scrollTop, clientHeight } = element;
      const next = {
        first: Math.max(0, Math.floor(scrollTop / rowPx) - BEYOND),
        end: Math.ceil((scrollTop + clientHeight - headPx) / rowPx) + BEYOND,
      };
      setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, rowPx, headPx]);
  const reveal = useCallback(
    (place: number): void => {
      const element = scroller.current;
      if (!element) return;
      const top = place * rowPx;
      const lowest = top + rowPx + headPx - element.clientHeight;
      element.scrollTop = Math.min(top, Math.max(lowest, element.scrollTop));
    },
    [scroller, rowPx, headPx],
  );
  const last = Math.min(end, count);
  return { first: Math.min(first, Math.max(0, last - 1)), end: last, reveal };
}
