import { toKeywordId } from '#areas/keywords/index.ts';
import type { SerpCheck } from '#areas/rankings/index.ts';
import { newId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { searchProvider } from '#providers/index.ts';
import type { SearchData, SerpAnswer, SerpItem, SerpRequest } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Rows and answers for tests of rankings, made without the areas before it. */

/** What of search data is needed where nothing is asked. */
export const namedSearch = { provider: searchProvider.identity };

export const WORLD_NOW = new Date('2025-11-20T10:00:00.000Z');

export interface MadeAsset {
  readonly value: string;
  readonly role?: 'primary' | 'competitor';
  readonly type?: 'website' | 'local';
  readonly meta?: object;
}

/** A project with its assets; returns its id. */
export async function makeProject(sql: Sql, assets: readonly MadeAsset[] = [{ value: 'mine.com' }]): Promise<string> {
  const organizationId = `org-${newId('proj_').slice(-8)}`;
  const projectId = newId('proj_');
  await sql.query('insert into organizations (id, name, created_at) values ($1, $1, $2)', [organizationId, WORLD_NOW]);
  await sql.query(
    `insert into projects (id, organization_id, name, position_scale, created_at, updated_at) values ($1, $2, $1, 'organic', $3, $3)`,
    [projectId, organizationId, WORLD_NOW],
  );
  for (const { value, role = 'primary', type = 'website', meta = {} } of assets) {
    await sql.query(
      `insert into assets (id, project_id, type, value, name, role, meta, created_at, updated_at) values ($1, $2, $3, $4, $4, $5, $6, $7, $7)`,
      [newId('ast_'), projectId, type, value, role, JSON.stringify(meta), WORLD_NOW],
    );
  }
  return projectId;
}

export type MadeTracking = Partial<Pick<SerpCheck, 'channel' | 'engine' | 'depth' | 'device' | 'depthStrategy'>> & {
  readonly targetDomain?: string;
};

/** Tracks a keyword; returns the check that its page needs. */
export async function makeTracked(sql: Sql, projectId: string, keyword: string, tracking: MadeTracking = {}): Promise<SerpCheck> {
  const { channel = 'seo', engine = 'engine_a', depth = 100, device = 'desktop', depthStrategy = 'full', targetDomain = null } = tracking;
  const check = makeCheck(keyword, { channel, engine, depth, device, depthStrategy });
  await sql.query(
    `insert into keywords (id, keyword_text, normalized_text, location_code, language_code, device, created_at)
     values ($1, $2, $3, 2840, 'en', $4, $5) on conflict do nothing`,
    [check.keywordId, keyword, normalizeKeyword(keyword), device, WORLD_NOW],
  );
  await sql.query(
    `insert into tracked_keywords (project_id, keyword_id, engine, channel, target_domain, depth, depth_strategy, tracking_since, next_check, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)`,
    [projectId, check.keywordId, engine, channel, targetDomain, depth, depthStrategy, WORLD_NOW],
  );
  return check;
}

export function makeCheck(keyword: string, overrides: Partial<SerpCheck> = {}): SerpCheck {
  const device = overrides.device ?? 'desktop';
  return {
    keywordId: toKeywordId({ keywordText: keyword, locationCode: 2840, languageCode: 'en', device }),
    engine: 'engine_a',
    channel: 'seo',
    keyword,
    locationCode: 2840,
    languageCode: 'en',
    device,
    depth: 100,
    depthStrategy: 'full',
    lookFor: [],
    lastPosition: null,
    ...overrides,
  };
}

/** A result; an organic one of `domain` by default. */
export function makeItem(rankAbsolute: number, domain: string | null, overrides: Partial<SerpItem> = {}): SerpItem {
  return {
    type: 'organic',
    rankGroup: rankAbsolute,
    rankAbsolute,
    page: Math.ceil(rankAbsolute / 10),
    position: 'left',
    xpath: `/html[1]/body[1]/div[${rankAbsolute}]`,
    domain,
    url: domain === null ? null : `https://${domain}/page-${rankAbsolute}`,
    title: `Result ${rankAbsolute}`,
    description: `What stands at ${rankAbsolute}`,
    isPaid: overrides.type === 'paid',
    isFeaturedSnippet: false,
    ratingValue: null,
    ratingCount: null,
    cid: null,
    ...overrides,
  };
}

/** An answer with these results in a page of a hundred others. */
export function makeAnswer(items: readonly SerpItem[], overrides: Partial<SerpAnswer> = {}): SerpAnswer {
  const places = new Set(items.map((item) => item.rankAbsolute));
  const others = Array.from({ length: 100 }, (_, index) => index + 1)
    .filter((place) => !places.has(place))
    .map((place) => makeItem(place, `site-${place}.example.org`));
  const all = [...others, ...items].toSorted((one, other) => one.rankAbsolute - other.rankAbsolute);
  return {
    items: all,
    checkUrl: 'https://www.google.com/search?q=x',
    seResultsCount: 1_230_000,
    itemsCount: all.length,
    features: ['organic'],
    checkedDepth: 100,
    costUsd: 0.0155,
    taskId: newId('task_'),
    fetchedAt: WORLD_NOW,
    provider: namedSearch.provider.name,
    ...overrides,
  };
}

/** A provider's live pages: each answer is recorded as a real one is, and given back. */
export function makeFetchSerp(answer: (request: SerpRequest) => SerpAnswer): SearchData['fetchSerp'] {
  return async (request, _scope, { record } = {}) => {
    const given = answer(request);
    await record?.(Buffer.from(JSON.stringify(given)), given);
    return given;
  };
}
