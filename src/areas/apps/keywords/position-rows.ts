import { toDay, toUtcText } from '#kernel/clock.ts';
import type { SearchEnd, StoreSearch } from './search.ts';

/** The rows of a search for the analytics table `app_keyword_positions`: one without an app, then one for each position. */
export function toPositionRows(search: StoreSearch, end: SearchEnd, now: Date): object[] {
  const shared = {
    owner_id: search.ownerId,
    platform: search.platform,
    storefront: search.storefront,
    language_code: search.languageCode,
    keyword: search.keyword,
    check_date: toDay(now),
    checked_at: toUtcText(now),
    checked_depth: end.state === 'read' ? end.checkedDepth : 0,
  };
  const head = { ...shared, app_id: '', position: 0, error: end.state === 'failed' ? end.error : '' };
  const positions = end.state === 'read' ? end.positions : [];
  return [head, ...positions.map(({ rank, appId }) => ({ ...shared, app_id: appId, position: rank }))];
}
