import { useLayoutEffect, useState, type RefObject } from 'react';

const LEAST_PX = 360;
/** The foot of a grid, and a margin below it. */
const BELOW_PX = 64;

/** How high an element may become so that it ends within the window, in pixels; lower ones of a page get a fair height. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(LEAST_PX);
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setRoom(Math.max(LEAST_PX, Math.round(window.innerHeight - top - BELOW_PX)));
    };
    measure();
    // What stands above can grow or shrink: chips of filters, notices.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return room;
}
