import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { GoogleReadings } from './store.ts';

/** A server takes at most 128 kB as one value, so texts come in several lists. */
const LIST_BYTES = 100_000;
const ROWS_MAX = 500_000;

const Row = z.object({
  text: z.string(),
  country: z.string(),
  device: z.string(),
  clicks: z.number(),
  impressions: z.number(),
  places: z.number(),
});
export type QueryCount = z.output<typeof Row>;

const PlaceRow = Row.extend({ place: z.number() });
const Params = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.array(z.int())]));
type Days = Pick<GoogleReadings, 'propertyId' | 'type' | 'days'>;

/** What Google counted of texts in the days that were read, by country and device. A query is compared as a keyword is. */
export async function listQueryCounts(clickhouse: ClickHouse, readings: Days, texts: readonly string[]): Promise<QueryCount[]> {
  if (readings.days.length === 0 || texts.length === 0) return [];
  const { sql, params } = toQuestion(readings, texts, '');
  return await clickhouse.query({ name: 'rankings-list-query-counts', sql, params: Params, row: Row }, params);
}

/** The same by the place too: Google's average of each query, country and device on each day, rounded. */
export async function listQueryPlaces(
  clickhouse: ClickHouse,
  readings: Days,
  texts: readonly string[],
): Promise<z.output<typeof PlaceRow>[]> {
  if (readings.days.length === 0 || texts.length === 0) return [];
  const { sql, params } = toQuestion(readings, texts, ', toUInt16(round(position_sum / g.impressions)) as place');
  return await clickhouse.query({ name: 'rankings-list-query-places', sql, params: Params, row: PlaceRow }, params);
}

function toQuestion({ propertyId, type, days }: Days, texts: readonly string[], place: string) {
  const lists = toLists(texts);
  return {
    sql: `
select replaceRegexpAll(trimBoth(lowerUTF8(normalizeUTF8NFC(query))), '\\\\s+', ' ') as text, country, device${place},
  sum(g.clicks) as clicks, sum(g.impressions) as impressions, sum(position_sum) as places
from gsc_queries g
where property_id = {property_id:String} and type = {type:String} and g.impressions > 0
  and (day, fetched_at) in (
    select read.1, fromUnixTimestamp64Milli(read.2, 'UTC') from (select arrayJoin(arrayZip({days:Array(Date)}, {read_at:Array(Int64)})) as read))
  and text in (select arrayJoin(arrayConcat(${lists.map((_texts, at) => `{texts_${at}:Array(String)}`).join(', ')})))
group by text, country, device${place === '' ? '' : ', place'}
limit ${ROWS_MAX}`,
    params: {
      property_id: propertyId,
      type,
      days: days.map(({ day }) => day),
      read_at: days.map(({ readAtMs }) => readAtMs),
      ...Object.fromEntries(lists.map((some, at) => [`texts_${at}`, some])),
    },
  };
}

function toLists(texts: readonly string[]): string[][] {
  const lists: string[][] = [];
  let bytes = LIST_BYTES;
  for (const text of texts) {
    const length = Buffer.byteLength(text) + 4;
    if (bytes + length > LIST_BYTES) {
      lists.push([]);
      bytes = 0;
    }
    lists.at(-1)?.push(text);
    bytes += length;
  }
  return lists;
}
