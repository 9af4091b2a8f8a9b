import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';
import { SPANS } from './data/spans.ts';

/** Which weeks are counted. */
const span = { weeks: v.optional(v.picklist(SPANS), '4') };

/** Which answers are counted: both kinds never count together. */
const kind = { kind: v.optional(v.picklist(['seen', 'asked']), 'seen') };

export const RATES = ['mention', 'citation'] as const;

export const answersSearch = v.object({
  ...span,
  /** The rate whose weeks are drawn. */
  line: v.optional(v.picklist(RATES), 'mention'),
});
export const promptsSearch = v.object({
  ...pagedSearch,
  ...span,
  ended: v.optional(v.picklist(['yes'])),
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
export const promptSearch = v.object({ offset: pagedSearch.offset });
export const sourcesSearch = v.object({
  ...pagedSearch,
  ...span,
  ...kind,
  by: v.optional(v.picklist(['domain', 'page', 'class']), 'domain'),
});
export const gapsSearch = v.object({ ...pagedSearch, ...span, ...kind });
export const searchesSearch = v.object({ ...pagedSearch, ...span, ...kind, tracked: v.optional(v.picklist(['all', 'no', 'yes']), 'all') });
export const unsureSearch = v.object({ offset: pagedSearch.offset });
export const lookupSearch = v.object(pagedSearch);
export const setupSearch = v.object({});
