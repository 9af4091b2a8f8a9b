import { headText } from '../head-text.ts';
import { normalizeColumn } from '../sheets/find-columns.ts';
import { findSheet } from '../sheets/sheet.ts';
import type { RefusedFormat } from './refused-format.ts';

/** Fields that only AppTweak has beside a place: whether it was looked at all, and a place that is worked out where it was not. */
const FIELDS = ['fetch_performed', 'effective_value'] as const;

/** Places of apps for search terms: JSON of AppTweak's API, and its CSV. They are of no website, and there is no layer for those of apps. */
export const appTweak: RefusedFormat = {
  name: 'AppTweak',
  detect: async (file) => {
    const text = headText(file)
      .replace(/^\uFEFF/u, '')
      .trimStart();
    if (/^[[{]/u.test(text)) return FIELDS.every((field) => text.includes(`"${field}"`)) ? 0.96 : undefined;
    const names = (await findSheet(file))?.columns.map(normalizeColumn) ?? [];
    return [...FIELDS, 'value'].every((field) => names.includes(normalizeColumn(field))) ? 0.96 : undefined;
  },
  reason:
    'It holds places of apps for search terms. The layer of imported positions is of websites, and what is kept of apps are own checks only.',
  hint: 'Track the terms of the app, so that its own checks begin: POST /api/apps/keywords/track. Keep the file: nothing of it was stored.',
};
