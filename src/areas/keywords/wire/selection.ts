import { z } from 'zod';
import { idField, integerParam } from '#http/fields.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { CHANNELS, CHECKED_STATUSES, DEVICES, TRACKING_STATUSES, type TrackingStatus } from '../keyword.ts';
import type { TrackedSelection } from '../tracking/selection.ts';
import { KEYWORD_FILTER_FIELDS, KEYWORD_FILTERS, toChosen, type KeywordFilter } from './keyword-filters.ts';

export const SEARCH_LENGTH_MAX = 200;

/** Filters by what is tracked: the same in the address of every answer over a project's keywords. */
export const TRACKED_FILTERS = {
  project_id: idField(),
  device: z.enum(DEVICES).optional(),
  location_code: integerParam({ min: 1 }).optional(),
  language_code: z.string().min(2).max(20).optional(),
  engine: z.enum(ENGINES).optional(),
  channel: z.enum(CHANNELS).optional(),
  tag: idField().optional().meta({ description: 'The id of a tag.' }),
};

const TrackedFilters = z.object(TRACKED_FILTERS);

/** What these filters mean, with or without those by what keywords are (`keyword-filters.ts`). */
export function toTrackedSelection(query: z.output<typeof TrackedFilters> & KeywordFilter): TrackedSelection {
  const { channel, engine, tag } = query;
  return {
    ...toChosen(query),
    projectId: query.project_id,
    device: query.device,
    locationCode: query.location_code,
    languageCode: query.language_code,
    channels: channel && [channel],
    engines: intersect(query.engines, engine && [engine]),
    tagIds: tag === undefined ? query.tag_ids : [tag],
  };
}

/** What both lists hold; a list that is not given leaves the other one. */
function intersect<Value>(some: readonly Value[] | undefined, others: readonly Value[] | undefined): readonly Value[] | undefined {
  return some === undefined || others === undefined ? (some ?? others) : some.filter((one) => others.includes(one));
}

/** Lists and edits have one engine, interval and journey, under names of their own. */
const { engines: _engines, check_intervals: _intervals, journeys: _journeys, ...LIST_FILTERS } = KEYWORD_FILTERS;
const { engines: _inEngines, check_intervals: _inIntervals, journeys: _inJourneys, ...BODY_FILTERS } = KEYWORD_FILTER_FIELDS;
export { BODY_FILTERS, LIST_FILTERS };

/** A filter of keywords as it is written in a list's address, and in an edit. */
interface FilterFields extends Omit<KeywordFilter, 'engines' | 'check_intervals' | 'journeys'>, Pick<TrackedSelection, 'device'> {
  readonly status: TrackingStatus | 'all';
  readonly search?: string | undefined;
  readonly untagged?: boolean | undefined;
  readonly engine?: (typeof ENGINES)[number] | undefined;
  readonly location_code?: number | undefined;
  readonly language_code?: string | undefined;
  readonly check_interval?: NonNullable<TrackedSelection['checkIntervals']>[number] | undefined;
  readonly journey?: string | undefined;
}

/** What of a filter is the same for a list and for an edit. */
export function toSelection(filter: FilterFields): Omit<TrackedSelection, 'projectId' | 'channels'> {
  const { engine, check_interval: interval, journey } = filter;
  return {
    ...toChosen(filter),
    statuses: toStatuses(filter.status),
    search: filter.search && normalizeKeyword(filter.search),
    isUntagged: filter.untagged,
    device: filter.device,
    locationCode: filter.location_code,
    languageCode: filter.language_code,
    engines: engine && [engine],
    checkIntervals: interval && [interval],
    journeys: journey === undefined ? undefined : [journey],
  };
}

function toStatuses(status: TrackingStatus | 'all'): readonly TrackingStatus[] {
  if (status === 'all') return TRACKING_STATUSES;
  return status === 'active' ? CHECKED_STATUSES : [status];
}
