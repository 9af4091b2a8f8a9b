import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { CHANNELS, DEVICES } from '#areas/keywords/index.ts';
import { DAY_CODES, getSeries } from '#areas/rankings/index.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { toSharedSelection } from '../share.ts';
import { defineSection } from './section.ts';

const Row = z
  .object({
    keyword: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    device: z.enum(DEVICES),
    engine: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
  })
  .meta({ id: 'SharedSeriesRow' });

/** The positions of tracked keywords day by day, of the best own site. */
function definePositions<Name extends string>(name: Name, rowsMax: number) {
  return defineSection({
    name,
    ignores: ['outcomes'],
    schema: z.object({
      ...SCALE_FIELDS,
      days: z.array(z.string()),
      rows: z.array(Row),
      total: z.int().meta({ description: `Tracked keywords that fit; those above ${rowsMax} are left out.` }),
      values: z.string().meta({
        description:
          'Base64 of a byte for each day, row by row: a position from 1 to 253, 0 not found, 254 every check of the day failed, 255 not measured.',
      }),
    }),
    load: async (ctx, { projectId, filter, span }) => {
      const { days, rows, total, values, ...series } = await getSeries(ctx, {
        ...toSharedSelection(projectId, filter),
        ...span,
        limit: rowsMax,
      });
      return {
        ...toScaleBody(series),
        days: [...days],
        rows: rows.map(({ keyword, locationCode, languageCode, device, engine, channel }) => ({
          keyword,
          location_code: locationCode,
          language_code: languageCode,
          device,
          engine,
          channel,
        })),
        total,
        values: values.toString('base64'),
      };
    },
    columns: ({ days }) => [...Object.keys(Row.shape), 'position_scale', ...days],
    toRows: ({ days, rows, values, position_scale: scale }) => {
      const codes = Buffer.from(values, 'base64');
      return rows.map((row, at) => ({
        ...row,
        position_scale: scale,
        ...Object.fromEntries(days.map((day, column) => [day, toCell(codes[at * days.length + column])])),
      }));
    },
  });
}

function toCell(code: number | undefined): number | string | null {
  if (code === undefined || code === DAY_CODES.notMeasured) return null;
  if (code === DAY_CODES.failed) return 'failed';
  return code === DAY_CODES.notFound ? 'not_found' : code;
}

/** Lines of a few keywords. */
export const chart = definePositions('chart', 50);
/** Squares of many. */
export const heatmap = definePositions('heatmap', 1_000);
