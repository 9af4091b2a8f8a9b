import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';

const LEAST_PX = 360;
/** The foot of a grid, and a margin below it. */
const BELOW_PX = 64;

/** How far below the top of the page an element begins, in pixels, also when what stands above it grows or shrinks. */
export function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useMeasured(() => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY)));
  return top;
}

/** How high an element may become so that it ends within the window, in pixels; lower ones of a page get a fair height. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(LEAST_PX);
  useMeasured(() => {
    const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setRoom(Math.max(LEAST_PX, Math.round(window.innerHeight - top - BELOW_PX)));
  });
  return room;
}

/** Measures at first, and whenever the page has another size: what stands above can grow or shrink, such as chips of filters and notices. */
function useMeasured(measure: () => void): void {
  const measureNow = useEffectEvent(measure);
  useLayoutEffect(() => {
    const measureAgain = (): void => measureNow();
    measureAgain();
    const observer = new ResizeObserver(measureAgain);
    observer.observe(document.body);
    window.addEventListener('resize', measureAgain);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measureAgain);
    };
  }, []);
}
