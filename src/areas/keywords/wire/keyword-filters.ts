import { z } from 'zod';
import { JOURNEYS, MODIFIERS } from '#areas/classification/index.ts';
import { booleanParam, idField, listField, listParam, numberParam } from '#http/fields.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { ENGINES, KEYWORD_INTENTS } from '#providers/search-data/index.ts';
import { TAGS_MAX } from '../organize/tag.ts';
import { CHECK_INTERVALS } from '../tracking/due-time.ts';
import type { TrackedSelection } from '../tracking/selection.ts';

const WORDS_LENGTH_MAX = 200;
const FIGURE_MAX = 1_000_000_000_000;

/** How fields are written: as text in an address, or as JSON. */
interface Form {
  readonly flag: () => z.ZodType<boolean>;
  readonly number: () => z.ZodType<number>;
  readonly list: <Item extends z.ZodType<string, string>>(item: Item, max: number) => z.ZodType<z.output<Item>[]>;
}

function toFields({ flag, number, list }: Form) {
  const oneOf = 'One of these.';
  const bound = (metric: string, end: string) =>
    number()
      .optional()
      .meta({ description: `${end} ${metric}; keywords of which it is not known are left out.` });
  return {
    words: z
      .string()
      .trim()
      .min(1)
      .max(WORDS_LENGTH_MAX)
      .optional()
      .meta({ description: 'Words with spaces between, each of them a part of the keyword, in any order and case.' }),
    tag_ids: list(idField(), TAGS_MAX).optional().meta({ description: 'It has one of these tags.' }),
    starred: flag().optional(),
    branded: flag().optional().meta({ description: "It names one of the project's own websites." }),
    has_brand_mention: flag().optional().meta({ description: 'It names any known brand, own ones included.' }),
    intents: list(z.enum(KEYWORD_INTENTS), KEYWORD_INTENTS.length).optional().meta({ description: oneOf }),
    journeys: list(z.enum(JOURNEYS), JOURNEYS.length).optional().meta({ description: oneOf }),
    modifiers: list(z.enum(MODIFIERS), MODIFIERS.length).optional().meta({ description: 'It has one of these.' }),
    engines: list(z.enum(ENGINES), ENGINES.length).optional().meta({ description: oneOf }),
    check_intervals: list(z.enum(CHECK_INTERVALS), CHECK_INTERVALS.length).optional().meta({ description: oneOf }),
    volume_min: bound('searches a month', 'At least so many'),
    volume_max: bound('searches a month', 'At most so many'),
    difficulty_min: bound('keyword difficulty, 0 to 100', 'The least'),
    difficulty_max: bound('keyword difficulty, 0 to 100', 'The greatest'),
    cpc_min: bound('price of a click in USD', 'The least'),
    cpc_max: bound('price of a click in USD', 'The greatest'),
  };
}

/** Filters by what keywords are, in an address. */
export const KEYWORD_FILTERS = toFields({
  flag: booleanParam,
  number: () => numberParam({ min: 0, max: FIGURE_MAX }),
  list: listParam,
});

/** The same in a body. */
export const KEYWORD_FILTER_FIELDS = toFields({
  flag: () => z.boolean(),
  number: () => z.number().min(0).max(FIGURE_MAX),
  list: (item, max) => listField(item, { min: 1, max }),
});

const KeywordFilters = z.object(KEYWORD_FILTERS);
export type KeywordFilter = z.output<typeof KeywordFilters>;

/** What these filters mean. */
export function toChosen(filter: KeywordFilter): Omit<TrackedSelection, 'projectId'> {
  return {
    words: filter.words?.split(/\s+/u).map(normalizeKeyword),
    tagIds: filter.tag_ids,
    isStarred: filter.starred,
    isBranded: filter.branded,
    hasBrandMention: filter.has_brand_mention,
    intents: filter.intents,
    journeys: filter.journeys,
    modifiers: filter.modifiers,
    engines: filter.engines,
    checkIntervals: filter.check_intervals,
    volume: { min: filter.volume_min, max: filter.volume_max },
    difficulty: { min: filter.difficulty_min, max: filter.difficulty_max },
    cpc: { min: filter.cpc_min, max: filter.cpc_max },
  };
}
