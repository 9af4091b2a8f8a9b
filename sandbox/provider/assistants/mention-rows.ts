import type { Answer, SourcePage } from '../../assistants/book.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { mix } from '../../hashing.ts';
import { lastPublishedMonth, measureAi } from '../../world/volumes.ts';
import { toVendorTime } from '../envelope.ts';
import type { Region } from '../keywords/labs-region.ts';
import type { MentionPlatform, PoolEntry } from './mention-pool.ts';

type Wire = Record<string, unknown>;

/** What rows and sums are about. */
export interface Scope extends Region {
  readonly platform: MentionPlatform;
  readonly now: Date;
}

/** The index began then. */
const FIRST_DAY = Date.parse('2025-08-01T00:00:00Z');
const MONTHS = 12;

export function toMentionRow({ facts, answer }: PoolEntry, scope: Scope): Wire {
  const { day } = answer.odds.question;
  const volume = volumeOf(facts, scope);
  const since = FIRST_DAY + (mix(facts.hash, 91) % 200) * DAY_MS;
  return {
    platform: scope.platform,
    model_name: answer.odds.model,
    location_code: scope.place.code,
    language_code: scope.languageCode,
    question: facts.text,
    answer: answer.script.markdown,
    sources: answer.sources?.map(toSource) ?? null,
    search_results: scope.platform === 'chat_gpt' ? (answer.retrieved?.map(toSource) ?? null) : null,
    ai_search_volume: volume.volume,
    monthly_searches: volume.months,
    first_response_at: toVendorTime(new Date(since)),
    last_response_at: toVendorTime(new Date(day * DAY_MS + (mix(facts.hash, 92) % DAY_MS))),
    brand_entities: toEntities(answer),
    fan_out_queries: answer.plan.fanOuts.length === 0 ? null : answer.plan.fanOuts,
  };
}

function volumeOf(facts: PoolEntry['facts'], { place, now }: Scope): ReturnType<typeof measureAi> {
  return measureAi(facts, place.country, { last: lastPublishedMonth(now), count: MONTHS });
}

function toSource({ site, url, title, snippet }: SourcePage, at: number): Wire {
  return {
    position: at + 1,
    url,
    domain: site.host,
    title,
    snippet,
    source_name: site.name,
    thumbnail: null,
    publication_date: null,
    markdown: null,
  };
}

function toEntities({ plan, odds }: Answer): readonly Wire[] | null {
  if (plan.named.length === 0) return null;
  return plan.named.map(({ site }) => ({ title: site.name, category: odds.understanding.topic.id }));
}

/** Sums over entries, by everything that the vendor groups by. @param most groups of each kind, the largest first */
export function sumMentions(entries: readonly PoolEntry[], scope: Scope, most: number): Wire {
  const group = (keysOf: (entry: PoolEntry) => readonly string[]): readonly Wire[] => sumByKey(entries, scope, keysOf).slice(0, most);
  const domainsOf = (pages: readonly SourcePage[] | null): readonly string[] => [...new Set((pages ?? []).map(({ site }) => site.host))];
  return {
    location: group(() => [String(scope.place.code)]),
    language: group(() => [scope.languageCode]),
    platform: group(() => [scope.platform]),
    sources_domain: group(({ answer }) => domainsOf(answer.sources)),
    search_results_domain: scope.platform === 'chat_gpt' ? group(({ answer }) => domainsOf(answer.retrieved)) : [],
    brand_entities_title: group(({ answer }) => answer.plan.named.map(({ site }) => site.name)),
    brand_entities_category: group(({ answer }) => (answer.plan.named.length > 0 ? [answer.odds.understanding.topic.id] : [])),
  };
}

/** One group a key, the most mentions first. */
export function sumByKey(
  entries: readonly PoolEntry[],
  scope: Scope,
  keysOf: (entry: PoolEntry) => readonly string[],
): readonly MentionGroup[] {
  const groups = new Map<string, MentionGroup>();
  for (const entry of entries) {
    const { volume } = volumeOf(entry.facts, scope);
    for (const key of keysOf(entry)) {
      const before = groups.get(key);
      groups.set(key, {
        type: 'group_element',
        key,
        mentions: (before?.mentions ?? 0) + 1,
        ai_search_volume: (before?.ai_search_volume ?? 0) + volume,
      });
    }
  }
  return [...groups.values()].toSorted((left, right) => right.mentions - left.mentions || (left.key < right.key ? -1 : 1));
}

export interface MentionGroup extends Wire {
  readonly type: 'group_element';
  readonly key: string;
  readonly mentions: number;
  readonly ai_search_volume: number;
}
