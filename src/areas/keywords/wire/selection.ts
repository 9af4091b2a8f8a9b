import { normalizeKeyword } from '#kernel/text.ts';
import { TRACKING_STATUSES, type TrackingStatus } from '../keyword.ts';
import type { KeywordSelection } from '../tracking/selection.ts';

export const SEARCH_LENGTH_MAX = 200;

/** A filter of keywords as it is written in a list's address, and in an edit. */
interface FilterFields extends Pick<KeywordSelection, 'engine' | 'device' | 'journey' | 'modifiers'> {
  readonly status: TrackingStatus | 'all';
  readonly search?: string | undefined;
  readonly tag_ids?: readonly string[] | undefined;
  readonly untagged?: boolean | undefined;
  readonly starred?: boolean | undefined;
  readonly branded?: boolean | undefined;
  readonly location_code?: number | undefined;
  readonly language_code?: string | undefined;
  readonly check_interval?: KeywordSelection['checkInterval'];
}

/** What of a filter is the same for a list and for an edit. */
export function toSelection(filter: FilterFields): Omit<KeywordSelection, 'projectId' | 'channels'> {
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
  return status === 'active' ? ['tracking', 'active'] : [status];
}
