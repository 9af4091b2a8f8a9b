import { z } from 'zod';
import { hashId } from '#kernel/ids.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { CHANNELS, DEPTH_MAX, DEPTH_MIN, DEPTH_STRATEGIES, DEVICES, toKind } from '../keyword.ts';

/** What identifies the page of a check: the same for every caller. */
export const CheckSubject = z.object({
  keywordId: z.string().min(1),
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
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
  depthStrategy: z.enum(DEPTH_STRATEGIES).default('full'),
  /** Reading may end when one of these domains is found; `full` ignores them. */
  lookFor: z.array(z.string()).default([]),
  /** The last known position among them, of the results of the channel, which `depth` counts; `adaptive` begins there. */
  lastPosition: z.int().nullable().default(null),
  /** Whether an AI overview that arrives after the page is waited for, and paid for: docs/tracking.md, "AI overviews". */
  loadsOverview: z.boolean().optional(),
});
export type SerpCheck = z.infer<typeof SerpCheck>;

/** The id of the page in `queries`: the same for every project. */
export function toQueryId({ keywordId, engine, channel }: CheckSubject): string {
  return hashId('qry_', [keywordId, engine, toKind(channel)]);
}
