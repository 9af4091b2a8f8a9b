import { useMemo, useState } from 'react';
import { LINES_SHOWN, type ChartSpec } from './spec.ts';

/** Which lines the reader switched off; at first those beyond the tenth. */
export function useHidden(lines: ChartSpec['lines']): { readonly hidden: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const hidden = useMemo(
    () => new Set(lines.flatMap(({ id }, at) => (at >= LINES_SHOWN !== changed.has(id) ? [id] : []))),
    [lines, changed],
  );
  const toggle = (id: string): void =>
    setChanged((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { hidden, toggle };
}
