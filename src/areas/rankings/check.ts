import { toKind, type SerpCheck } from '#areas/keywords/index.ts';
import type { SerpRequest } from '#providers/search-data/index.ts';

export { CheckSubject, DEPTH_DEFAULT, DEPTH_MAX, DEPTH_MIN, SerpCheck, toQueryId } from '#areas/keywords/index.ts';

const STOP_DOMAINS_MAX = 10;

/** The provider's request that reads a check's page to `depth`. */
export function toSerpRequest(check: SerpCheck, depth: number = check.depth): SerpRequest {
  return {
    engine: check.engine,
    kind: toKind(check.channel),
    keyword: check.keyword,
    locationCode: check.locationCode,
    languageCode: check.languageCode,
    device: check.device,
    depth,
    loadsOverview: check.loadsOverview,
    stopAtDomains: mayStopEarly(check) ? check.lookFor : undefined,
  };
}

/** Whether the provider stops at a hit: it takes only a few domains, and only for organic pages. */
export function mayStopEarly(check: SerpCheck): boolean {
  const domains = check.lookFor.length;
  return check.depthStrategy === 'until_found' && check.channel === 'seo' && domains > 0 && domains <= STOP_DOMAINS_MAX;
}
