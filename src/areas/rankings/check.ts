import { z } from 'zod';
import { hashId } from '#kernel/ids.ts';
import { ENGINES, type SerpRequest } from '#providers/search-data/index.ts';
import { DEVICES, toKind, TRACKED_CHANNELS, type Channel } from './vocabulary.ts';

/** How many results a check reads unless asked for another depth. */
export const DEPTH_DEFAULT = 100;
export const DEPTH_MIN = 10;
export const DEPTH_MAX = 200;

const STOP_DOMAINS_MAX = 10;

/** What identifies the page of a check: the same for every caller. */
export const CheckSubject = z.object({
  keywordId: z.string().min(1),
  engine: z.enum(ENGINES),
  channel: z.enum(TRACKED_CHANNELS),
});
export type CheckSubject = z.infer<typeof CheckSubject>;

/** One result page to read, complete in itself. */
export const SerpCheck = CheckSubject.extend({
  keyword: z.string().min(1),
  locationCode: z.int(),
  languageCode: z.string().min(1),
  device: z.enum(DEVICES),
  depth: z.int().min(DEPTH_MIN).max(DEPTH_MAX),
  /** How much of `depth` is read: docs/tracking.md, "Reading depth". */
  depthStrategy: z.enum(['full', 'until_found', 'adaptive']).default('full'),
  /** Reading may end when one of these domains is found; `full` ignores them. */
  lookFor: z.array(z.string()).default([]),
  /** The last known place among them, of the results of the channel, which `depth` counts; `adaptive` begins there. */
  lastPosition: z.int().nullable().default(null),
});
export type SerpCheck = z.infer<typeof SerpCheck>;

/** The id of the page in `queries`: the same for every project. */
export function toQueryId({ keywordId, engine, channel }: Omit<CheckSubject, 'channel'> & { readonly channel: Channel }): string {
  return hashId('qry_', [keywordId, engine, toKind(channel)]);
}

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
    stopAtDomains: mayStopEarly(check) ? check.lookFor : undefined,
  };
}

/** Whether the provider stops at a hit: it takes only a few domains, and only for organic pages. */
export function mayStopEarly(check: SerpCheck): boolean {
  const domains = check.lookFor.length;
  return check.depthStrategy === 'until_found' && check.channel === 'seo' && domains > 0 && domains <= STOP_DOMAINS_MAX;
}
