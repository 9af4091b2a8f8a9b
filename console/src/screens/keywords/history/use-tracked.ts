import { useMemo } from 'react';
import type { Keywords } from '../table/keywords.ts';

/** What a row of the work table tracks, the same object as long as the row is. */
export function useTracked({ columns, textOf }: Keywords, row: number) {
  const keywordId = columns.keyword_id[row] ?? '';
  const engine = textOf('engine', row);
  const channel = textOf('channel', row);
  return useMemo(() => ({ keywordId, engine, channel }), [keywordId, engine, channel]);
}
