import type { ImportFormat } from '../format.ts';
import { anyTable } from './any-table.ts';
import { findSheet } from './sheet.ts';

const TOKENS: ReadonlySet<string> = new Set(['OTR', '>100']);

/** A CSV of keyword.com. Its headers are not documented, but what it writes for "not found" is its own. */
export const keywordCom: ImportFormat = {
  kind: 'keyword_com',
  name: 'keyword.com, CSV',
  detect: async (file) => {
    const sheet = await findSheet(file);
    const isSeen = sheet?.sample.some((cells) => cells.some((cell) => TOKENS.has(cell.trim()))) ?? false;
    const found = isSeen ? await anyTable.detect(file) : undefined;
    if (found === undefined) return undefined;
    return {
      ...found,
      sure: Math.max(0.65, found.sure),
      why: `${found.why}, with OTR or >100 as keyword.com writes them`,
      notes: [...found.notes, 'OTR is behind the depth read that day, which is 20 on most days and 100 once a week.'],
      proposed: { ...found.proposed, engine: 'google' },
    };
  },
  read: (file, mapping) => anyTable.read(file, mapping),
};
