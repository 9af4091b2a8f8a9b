import { z } from 'zod';
import { limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { ResolvedKeyword } from '../values/resolve-keyword.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const TAGS_MAX = 1_000;
const MONTHS_MAX = 120;

export const ListImportKeywordsQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });

const ImportKeywordBody = z
  .object({
    keyword_id: z.string(),
    keyword: z.string(),
    engine: z.string(),
    device: z.string(),
    location_code: z.number(),
    language_code: z.string(),
    tags: z.array(z.string()).max(TAGS_MAX),
    starred: z.boolean(),
    volume: z.number().nullable().meta({
      description: 'Searches a month, as the other program had them. Never a figure of this service. Null: it had none, or a range.',
    }),
    volume_min: z
      .number()
      .nullable()
      .meta({ description: 'With `volume_max`, a range of searches a month: the file has no exact figure. Null: there is no range.' }),
    volume_max: z.number().nullable(),
    monthly_searches: z
      .array(z.object({ month: z.string(), searches: z.number() }))
      .max(MONTHS_MAX)
      .nullable()
      .meta({ description: 'Searches of single months, oldest first; months that the file leaves empty are left out. Null: it has none.' }),
    volume_day: z.string().nullable().meta({ description: 'The last day that these figures are of; null: not known.' }),
  })
  .meta({ id: 'ImportKeyword' });

export const ImportKeywordListResponse = z.object({ success: z.boolean(), keywords: z.array(ImportKeywordBody), ...ListFields });

export function toImportKeywordBody(keyword: ResolvedKeyword): z.input<typeof ImportKeywordBody> {
  return toBody(ImportKeywordBody, {
    ...keyword,
    tags: [...keyword.tags],
    monthlySearches: keyword.monthlySearches && [...keyword.monthlySearches],
  });
}
