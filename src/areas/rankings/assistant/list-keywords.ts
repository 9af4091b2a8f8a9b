import { z } from 'zod';
import { defineTool, type Answer } from '#area/assistant-tool.ts';
import { dayField, figure, projectField, toOutcome, toQuery, word } from '#area/tool-fields.ts';
import { pageFields, toOffset } from '#area/tool-paging.ts';

const COLUMNS = [
  'keyword_id',
  'keyword',
  'device',
  'status',
  'position',
  'change',
  'movement',
  'volume',
  'checked_depth',
  'checked_at',
  'error',
  'domain',
  'location_code',
];
const FIELDS = ['as_of', 'position_scale', 'n', 'matching', 'lists', 'columns', ...COLUMNS];
const BANDS = ['top3', 'top10', 'top20', 'top50', 'below', 'not_found', 'failed', 'pending'] as const;
/** More keywords than the grid answers. */
const GRID_MAX = 20_000;

/** A row by row view of the grid (`docs/rankings.md`, "The grid"). */
export const listKeywords = defineTool({
  name: 'list_keywords',
  title: 'List tracked keywords with positions',
  toolset: 'core',
  description:
    'Tracked keywords of a project with the outcome of their newest check: `ranked 4`, `not_found to 100`, `failed`, `pending`. ' +
    'Filter by words, band, movement or device, sort, and read on with cursor. For one keyword over time use keyword_history. Free.',
  calls: ['GET /api/rankings/grid'],
  input: z.object({
    project_id: projectField(),
    words: z.string().max(200).optional().describe('Parts of the keyword, in any order.'),
    bands: z.array(z.enum(BANDS)).max(8).optional(),
    moved: z.enum(['fell', 'rose', 'up', 'down', 'new', 'lost', 'unchanged']).optional(),
    compare: z.enum(['check', 'week', 'previous', 'year']).optional().describe('What change is measured against.'),
    device: z.enum(['desktop', 'mobile']).optional(),
    to: dayField().optional().describe('Outcomes as of this day.'),
    sort: z.enum(['keyword', 'position', 'change', 'volume']).default('keyword'),
    ...pageFields(50, 300),
  }),
  output: {
    as_of: word(),
    position_scale: z.string(),
    total: z.int(),
    keywords: z.array(
      z.object({
        keyword_id: z.string(),
        keyword: z.string(),
        device: word(),
        outcome: z.string(),
        change: figure(),
        movement: word(),
        volume: figure(),
        site: word(),
        checked_at: word(),
      }),
    ),
  },
  rows: 'keywords',
  run: async ({ ask }, { limit, cursor, sort, bands, ...filter }) => {
    const offset = toOffset(cursor);
    const grid = await ask('GET /api/rankings/grid', { query: toQuery({ ...filter, bands, fields: FIELDS, limit: GRID_MAX }) });
    const order = toOrder(grid, sort);
    const shown = order.slice(offset, offset + limit).map((at) => toRow(grid, at));
    return {
      as_of: grid.as_of,
      position_scale: grid.position_scale,
      total: order.length,
      keywords: shown,
      page: { offset, total: order.length },
    };
  },
});

/** Indexes of the rows in the order that is asked for; what is not known stands last. */
function toOrder({ columns, n }: Answer, sort: string): number[] {
  const rows = Array.from({ length: n }, (_, at) => at);
  if (sort === 'keyword')
    return rows.toSorted(
      (one, other) =>
        compareText(columns.keyword[one], columns.keyword[other]) ||
        compareText(columns.keyword_id[one], columns.keyword_id[other]) ||
        one - other,
    );
  const values: readonly (number | null)[] = columns[sort] ?? [];
  const sign = sort === 'volume' ? -1 : 1;
  return rows.toSorted((one, other) => sign * compareKnown(values[one], values[other], sign) || one - other);
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function compareKnown(one: number | null | undefined, other: number | null | undefined, sign: number): number {
  if (one === null || one === undefined) return other === null || other === undefined ? 0 : sign;
  return other === null || other === undefined ? -sign : one - other;
}

function toRow({ columns, lists }: Answer, at: number): object {
  const coded = (name: string, list = name): string | null => {
    const index = columns[name]?.[at] ?? null;
    return index === null ? null : (lists[list]?.[index] ?? null);
  };
  const checkedAt = columns.checked_at?.[at] ?? null;
  const outcome = toOutcome(coded('status'), { position: columns.position[at], depth: columns.checked_depth?.[at], error: coded('error') });
  return {
    keyword_id: columns.keyword_id[at],
    keyword: columns.keyword[at],
    device: coded('device'),
    outcome,
    change: columns.change?.[at] ?? null,
    movement: coded('movement'),
    volume: columns.volume?.[at] ?? null,
    site: coded('domain'),
    checked_at: checkedAt === null ? null : new Date(checkedAt).toISOString(),
  };
}
