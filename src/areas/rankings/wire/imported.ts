import { z } from 'zod';
import { booleanParam } from '#http/fields.ts';
import { IMPORTED_POINTS_MAX } from '../imported/analytics.ts';
import type { ImportedPoint } from '../imported/list-imported.ts';

export const importedParam = () =>
  booleanParam()
    .optional()
    .meta({ description: 'What other trackers knew too, in `imported`. It is another scale, and enters nothing else.' });

const ImportedPointBody = z
  .object({
    keyword_id: z.string(),
    engine: z.string(),
    channel: z.string(),
    domain: z.string(),
    date: z.string(),
    outcome: z.enum(['ranked', 'not_found', 'unknown']),
    place: z.number().nullable().meta({ description: 'In `scale`; null unless ranked.' }),
    scale: z
      .enum(['organic', 'page', 'unknown'])
      .meta({ description: 'Places among organic results, among everything on the page, or what the file does not say.' }),
    depth: z.number().nullable().meta({ description: 'To which place was read where nothing was found; null: not known.' }),
    url: z.string().nullable(),
    quality: z.enum(['measured', 'as_reported', 'index']),
    source: z.string().meta({ description: 'The kind of the file.' }),
    import_id: z.string(),
    row: z.number().meta({ description: 'Its row in the file.' }),
  })
  .meta({ id: 'ImportedPoint' });

export const ImportedField = z
  .array(ImportedPointBody)
  .max(IMPORTED_POINTS_MAX)
  .optional()
  .meta({ description: 'With `imported`, what other trackers knew, by keyword and day.' });

/** Left out unless it was asked for. */
export function toImportedFields(points: readonly ImportedPoint[] | undefined): { imported?: z.input<typeof ImportedField> } {
  return points === undefined
    ? {}
    : { imported: points.map(({ day, url, ...point }) => ({ ...point, date: day, url: url === '' ? null : url })) };
}
