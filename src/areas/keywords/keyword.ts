import type { Config } from '#config';
import { hashId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { SERP_KINDS_OF, type Engine, type SerpKind } from '#providers/search-data/index.ts';
import type { CheckInterval } from './tracking/due-time.ts';

export const DEVICES = ['desktop', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];

/** `seo`: the result page; `local`: the list of places. */
export const CHANNELS = ['seo', 'local'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Which page answers a channel's question. */
export function toKind(channel: Channel): SerpKind {
  return channel === 'seo' ? 'organic' : 'local';
}

/** Whether an engine has results of a channel that the provider reads. */
export function hasChannel(engine: Engine, channel: Channel): boolean {
  return SERP_KINDS_OF[engine].includes(toKind(channel));
}

/** Results that a check reads unless asked for another depth. */
export const DEPTH_DEFAULT = 100;
export const DEPTH_MIN = 10;
export const DEPTH_MAX = 200;

/** How deep a check reads. */
export const DEPTH_STRATEGIES = ['full', 'until_found', 'adaptive'] as const;
export type DepthStrategy = (typeof DEPTH_STRATEGIES)[number];

export const TRACKING_STATUSES = ['tracking', 'active', 'paused', 'untracked'] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];
/** Statuses of keywords that are checked when they are due. */
export const CHECKED_STATUSES = ['tracking', 'active'] as const satisfies readonly TrackingStatus[];
/** Statuses of keywords that are tracked, paused ones too. In SQL it is `tracking/store/tracked.ts`. */
export const TRACKED_STATUSES = [...CHECKED_STATUSES, 'paused'] as const satisfies readonly TrackingStatus[];

/** A keyword is a text in one location, language and device, the same for every project (`toOwnerId`). */
export interface KeywordSubject {
  readonly keywordText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: Device;
}

/** How a project has a keyword checked. */
export interface TrackingOptions {
  readonly engine: Engine;
  readonly channel: Channel;
  /** Results to read, 10 to 200. */
  readonly depth: number;
  readonly depthStrategy: DepthStrategy;
  readonly checkInterval: CheckInterval;
  /** Normalized host to look for beside the project's websites. */
  readonly targetDomain: string | null;
}

/** What identifies a tracked keyword. */
export interface TrackedKey {
  readonly projectId: string;
  readonly keywordId: string;
  readonly engine: Engine;
  readonly channel: Channel;
}

/**
 * The owner of a keyword: the whole service, or, with SHARE_CACHE=organization, the organization's own.
 * Pages, metrics and positions hang on keywords: they are shared by those who share the keyword.
 */
export function toOwnerId({ shareCache }: Pick<Config, 'shareCache'>, organizationId: string | undefined): string | null {
  return shareCache === 'organization' ? (organizationId ?? null) : null;
}

/** The id that a keyword has everywhere, or, with an owner, everywhere in its organization. */
export function toKeywordId({ keywordText, locationCode, languageCode, device }: KeywordSubject, ownerId: string | null = null): string {
  const owner = ownerId === null ? [] : [ownerId];
  return hashId('kw_', [normalizeKeyword(keywordText), locationCode, languageCode, device, ...owner]);
}

/** One text for a tracked keyword's key, for maps. */
export function toKeyText({ projectId, keywordId, engine, channel }: TrackedKey): string {
  return `${projectId} ${keywordId} ${engine} ${channel}`;
}
