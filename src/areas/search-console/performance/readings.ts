import { z } from 'zod';
import type { DaySpan, Scope } from './scope.ts';
import type { KnownDay, PropertyKey } from './store.ts';

/** Parameters that every question about a property has. */
export const READING_PARAMS = {
  property_id: z.string(),
  type: z.string(),
  days: z.array(z.string()),
  read_at: z.array(z.int()),
  from: z.string(),
  to: z.string(),
  before_from: z.string(),
  before_to: z.string(),
};

/**
 * Rows of a table `g`, of the readings that are the days: a day that was read again has older rows too. Of a day of which there is nothing, one row
 * without impressions stands there, which counts nowhere.
 */
export const READ_ROWS = `property_id = {property_id:String} and type = {type:String} and g.impressions > 0
      and (g.day, g.fetched_at) in (
        select read.1, fromUnixTimestamp64Milli(read.2, 'UTC') from (select arrayJoin(arrayZip({days:Array(Date)}, {read_at:Array(Int64)})) as read))`;
/** Those of the span itself, and of the one that it is compared with, which may share days. */
export const IN_SPAN = 'day between {from:Date} and {to:Date}';
export const IN_SPAN_BEFORE = 'day between {before_from:Date} and {before_to:Date}';
/** For `before_from` and `before_to`: nothing is compared. */
export const NO_DAY = '1970-01-01';

/** The readings of the spans, and their bounds. */
export function toReadingParams({ propertyId, type }: PropertyKey, { span, compared }: Pick<Scope, 'span' | 'compared'>) {
  const read = new Map(listSpans({ span, compared }).flatMap(({ known }) => known.flatMap(toReading)));
  return {
    property_id: propertyId,
    type,
    days: [...read.keys()],
    read_at: [...read.values()],
    from: span.from,
    to: span.to,
    before_from: compared?.from ?? NO_DAY,
    before_to: compared?.to ?? NO_DAY,
  };
}

function toReading({ day, fetchedAt }: KnownDay): [day: string, at: number][] {
  return fetchedAt === null ? [] : [[day, fetchedAt.getTime()]];
}

/** The span of a scope, and the one that it is compared with. */
export function listSpans({ span, compared }: Pick<Scope, 'span' | 'compared'>): DaySpan[] {
  return compared === undefined ? [span] : [span, compared];
}
