import { z } from 'zod';
import { idField, integerParam } from '#http/fields.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { CHANNELS, CHECKED_STATUSES, DEVICES, TRACKING_STATUSES, type TrackingStatus } from '../keyword.ts';
import type { TrackedSelection } from '../tracking/selection.ts';

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

export function toTrackedSelection(query: z.output<typeof TrackedFilters>): TrackedSelection {
  const { channel, tag } = query;
  return {
    projectId: query.project_id,
    device: query.device,
    locationCode: query.location_code,
    languageCode: query.language_code,
    engine: query.engine,
    channels: channel && [channel],
    tagIds: tag === undefined ? undefined : [tag],
  };
}

/** A filter of keywords as it is written in a list's address, and in an edit. */
interface FilterFields extends Pick<TrackedSelection, 'engine' | 'device' | 'journey' | 'modifiers'> {
  readonly status: TrackingStatus | 'all';
  readonly search?: string | undefined;
  readonly tag_ids?: readonly string[] | undefined;
  readonly untagged?: boolean | undefined;
  readonly starred?: boolean | undefined;
  readonly branded?: boolean | undefined;
  readonly location_code?: number | undefined;
  readonly language_code?: string | undefined;
  readonly check_interval?: TrackedSelection['checkInterval'];
}

/** What of a filter is the same for a list and for an edit. */
export function toSelection(filter: FilterFields): Omit<TrackedSelection, 'projectId' | 'channels'> {
  return {
    statuses: toStatuses(filter.status),
    search: filter.search && normalizeKeyword(filter.search),
    tagIds: filter.tag_ids,
    isUntagged: filter.untagged,
    isStarred: filter.starred,
    engine: filter.engine,
    device: filter.device,
    locationCode: filter.location_code,
    languageCode: filter.language_code,
    checkInterval: filter.check_interval,
    journey: filter.journey,
    isBranded: filter.branded,
    modifiers: filter.modifiers,
  };
}

function toStatuses(status: TrackingStatus | 'all'): readonly TrackingStatus[] {
  if (status === 'all') return TRACKING_STATUSES;
  return status === 'active' ? CHECKED_STATUSES : [status];
}
