import type { z } from 'zod';
import type { CsvRows } from '#http/endpoint.ts';
import { invalid } from '#kernel/errors.ts';
import { DAY_CODES } from '../../grid/grid.ts';
import type { SeriesResponse } from './series.ts';

type SeriesBody = z.output<typeof SeriesResponse>;
type Row = Readonly<Record<string, unknown>>;

const SUBJECT = [
  'keyword_id',
  'keyword',
  'engine',
  'channel',
  'device',
  'location_code',
  'language_code',
  'domain',
  'target_page',
] as const;
const OWN = ['date', 'outcome', 'position', 'position_scale', 'page', 'ai_overview', 'ai_overview_place'] as const;
const READING = ['checked_at', 'checked_depth', 'provider', 'cost_usd'] as const;
/** Of what another tracker knew. Its place never stands in `position`. */
const IMPORTED = ['source', 'place', 'scale', 'depth', 'quality', 'import_id', 'row'] as const;
/** Lines that are in memory at once. */
const LINES_MAX = 50_000;

/**
 * Days of keywords as rows: one for each day with a check, a failed one too, and with `imported` one for each day that another tracker knew.
 * A day that was not measured has none.
 * @throws AppError 400 for more than 50,000 lines
 */
export const SERIES_ROWS: CsvRows = {
  columns: [...SUBJECT, ...OWN, ...READING, ...IMPORTED],
  listRows: (series: SeriesBody) => {
    const rows = [...listOwn(series), ...listImported(series)];
    if (rows.length <= LINES_MAX) return rows;
    throw invalid([
      { path: 'format', message: `would have ${rows.length} lines, and CSV has at most ${LINES_MAX}: ask for fewer keywords or days` },
    ]);
  },
  isWhole: ({ total, rows }: SeriesBody) => total <= new Set(rows.map(toKey)).size,
};

function listOwn({ rows, days, values, position_scale: scale, pages, readings, ai_overviews: overviews }: SeriesBody): Row[] {
  const codes = Buffer.from(values, 'base64');
  return rows.flatMap((subject, row) =>
    days.flatMap((date, day) => {
      const at = row * days.length + day;
      const code = codes[at] ?? DAY_CODES.notMeasured;
      if (code === DAY_CODES.notMeasured) return [];
      const isRanked = code !== DAY_CODES.notFound && code !== DAY_CODES.failed;
      return [
        {
          ...subject,
          date,
          outcome: isRanked ? 'ranked' : code === DAY_CODES.failed ? 'failed' : 'not_found',
          position: isRanked ? code : null,
          position_scale: scale,
          page: pages?.list[pages.places[at] ?? -1],
          ...readings?.[at],
          ai_overview: overviews?.list[overviews.standings[at] ?? -1],
          ai_overview_place: overviews?.places[at],
        },
      ];
    }),
  );
}

/** Under the names of the keyword's own rows, where it has any. */
function listImported({ rows, imported = [] }: SeriesBody): Row[] {
  const subjects = new Map(rows.map((row) => [toKey(row), row]));
  return imported.map(({ url, ...point }) => ({ ...subjects.get(toKey(point)), ...point, page: url }));
}

function toKey({ keyword_id: keywordId, engine, channel }: Readonly<Record<'keyword_id' | 'engine' | 'channel', string>>): string {
  return `${keywordId} ${engine} ${channel}`;
}
