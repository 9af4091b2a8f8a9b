import { toUtcText } from '#kernel/clock.ts';
import { byUtcDay, type CopySource } from '#stores/copy-types.ts';

interface ReadList {
  readonly list: Readonly<Record<'platform' | 'storefront' | 'category_id' | 'chart' | 'device', string>>;
  readonly positions: readonly { readonly app_id: string; readonly rank: number }[];
  readonly scrapedAt: Date;
}

const LIST = ['platform', 'storefront', 'category_id', 'chart', 'device'];
const OF_LIST = LIST.map((name) => `list.${name}`).join(', ');
const SCRAPED = byUtcDay('list.scraped_at');

/** Positions of the reading; others of the week were read before, and their lists are not whole any more. */
const POSITIONS = `from app_category_rankings ranked
  where (${LIST.map((name) => `ranked.${name}`).join(', ')}, ranked.year_week, ranked.scraped_at) = (${OF_LIST}, list.year_week, list.scraped_at)`;

/** The newest reading of each list in each week, which PostgreSQL has whole, and how its positions are made again. */
export const rankingSources: readonly CopySource[] = [
  {
    name: 'app_rankings',
    table: 'app_analytics',
    units: {
      from: `(select ${LIST.join(', ')}, year_week, max(scraped_at) as scraped_at
        from app_category_rankings group by ${LIST.join(', ')}, year_week) list`,
      where: 'true',
      ...SCRAPED,
      ofDay: `list.year_week = to_char($1::date, 'IYYYIW') and ${SCRAPED.ofDay}`,
      key: `concat_ws('|', ${OF_LIST}, to_char(list.scraped_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS'))`,
      lookup: 'list.category_id',
      rows: `(select count(*) ${POSITIONS})`,
      content: `(select sum(ranked.app_rank)::text ${POSITIONS})`,
    },
    stored: {
      key: [...LIST, 'captured_at'],
      lookup: 'category_id',
      day: 'toDate(captured_at)',
      where: 'rank is not null',
      content: 'toString(sum(rank))',
    },
    fill: {
      kind: 'rows',
      columns: `json_build_object(${LIST.map((name) => `'${name}', list.${name}`).join(', ')}) as list, list.scraped_at,
        (select json_agg(json_build_object('app_id', ranked.app_id, 'rank', ranked.app_rank) order by ranked.app_id) ${POSITIONS}) as positions`,
      toRows: ({ list, positions, scrapedAt }: ReadList) =>
        positions.map(({ app_id, rank }) => ({ app_id, ...list, rank, shelf_name: '', captured_at: toUtcText(scrapedAt) })),
      id: ['app_id'],
    },
  },
];
