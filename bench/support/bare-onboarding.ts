import { createHash } from 'node:crypto';
import type { Pool } from 'undici';
import type { Postgres } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';

type Wire = Readonly<Record<string, any>>;

const AUTHORIZATION = `Basic ${btoa('bench:bench')}`;
const LINKS = { rank_scale: 'one_hundred', backlinks_status_type: 'live' } as const;
const MARKET = { location_code: 2840, language_code: 'en' } as const;

/** The calls of an onboarding with the default limits one after the other, and their rows with plain inserts: nothing else. */
export async function onboardBare(pool: Pool, postgres: Postgres, { id, target }: { id: number; target: string }): Promise<void> {
  const ask = async (path: string, task: object): Promise<Wire> => {
    const { body } = await pool.request({
      method: 'POST',
      path: `/v3/${path}/live`,
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify([{ target, ...task }]),
    });
    const answer = (await body.json()) as { tasks: [{ result: [Wire] }] };
    return answer.tasks[0].result[0];
  };
  const now = new Date();
  const seen = { domain_id: id, our_first_seen: now, our_last_seen: now };
  const links = (await ask('backlinks/backlinks', { ...LINKS, limit: 100, mode: 'as_is' }))['items'] as Wire[];
  await insert(
    postgres,
    'urls',
    URLS,
    links.map((link) => toUrl(link, now)),
  );
  await insert(
    postgres,
    'backlinks',
    BACKLINKS,
    links.map((link) => ({ ...seen, ...toLink(link) })),
  );
  const referring = (await ask('backlinks/referring_domains', { ...LINKS, limit: 100, internal_list_limit: 1_000 }))['items'] as Wire[];
  await insert(
    postgres,
    'referring_domains',
    REFERRING,
    referring.map((row) => ({ ...seen, ...toReferring(row) })),
  );
  const keywords = (await ask('dataforseo_labs/google/ranked_keywords', { ...MARKET, limit: 500 }))['items'] as Wire[];
  await insert(
    postgres,
    'domain_keywords',
    KEYWORDS,
    keywords.map((row) => ({ ...seen, ...MARKET, ...toKeyword(row) })),
  );
  const sums = await ask('backlinks/summary', { ...LINKS, internal_list_limit: 1_000 });
  await postgres.query(
    `insert into domain_summaries (domain_id, year_week, as_of, source, rank, backlinks_count, referring_domains_count, links_platform_types, captured_at)
     values ($1, '202601', $2::timestamptz::date, 'summary', $3, $4, $5, $6, $2) on conflict do nothing`,
    [id, now, sums['rank'], sums['backlinks'], sums['referring_domains'], JSON.stringify(sums['referring_links_platform_types'])],
  );
}

function insert<Row extends object>(postgres: Postgres, table: string, columns: ColumnTypes<Row>, rows: readonly Row[]): Promise<unknown> {
  return insertRows(postgres, { table, columns, rows, suffix: 'on conflict do nothing' });
}

const SEEN = { domain_id: 'bigint', our_first_seen: 'timestamptz', our_last_seen: 'timestamptz' } as const;

const URLS = {
  url: 'text',
  url_hash: 'bytea',
  domain: 'text',
  first_seen: 'timestamptz',
  last_seen: 'timestamptz',
  source_endpoint: 'text',
} as const;

function toUrl(link: Wire, now: Date) {
  const url = String(link['url_from']);
  return { url, url_hash: hash(url), domain: String(link['domain_from']), first_seen: now, last_seen: now, source_endpoint: 'bare' };
}

const BACKLINKS = {
  ...SEEN,
  link_hash: 'bytea',
  url_hash: 'bytea',
  domain_from: 'text',
  url_from: 'text',
  url_to: 'text',
  anchor: 'text',
  item_type: 'text',
  attributes: 'text[]',
  is_dofollow: 'boolean',
  is_broken: 'boolean',
  rank: 'smallint',
  page_from_rank: 'smallint',
  domain_from_rank: 'smallint',
  spam_score: 'smallint',
  page_from_title: 'text',
  platform_types: 'text[]',
  dfs_first_seen: 'timestamptz',
  dfs_last_seen: 'timestamptz',
} as const;

function toLink(link: Wire) {
  return {
    link_hash: hash(`${link['url_from']} ${link['url_to']} ${link['anchor']} ${link['item_type']}`),
    url_hash: hash(String(link['url_from'])),
    domain_from: link['domain_from'],
    url_from: link['url_from'],
    url_to: link['url_to'],
    anchor: link['anchor'],
    item_type: link['item_type'],
    attributes: link['attributes'] ?? [],
    is_dofollow: link['dofollow'],
    is_broken: link['is_broken'],
    rank: link['rank'],
    page_from_rank: link['page_from_rank'],
    domain_from_rank: link['domain_from_rank'],
    spam_score: link['backlink_spam_score'],
    page_from_title: link['page_from_title'],
    platform_types: link['domain_from_platform_type'] ?? [],
    dfs_first_seen: link['first_seen'],
    dfs_last_seen: link['last_seen'],
  };
}

const REFERRING = {
  ...SEEN,
  referring_domain: 'text',
  rank: 'smallint',
  backlinks_count: 'integer',
  spam_score: 'smallint',
  referring_pages: 'integer',
  platform_types: 'jsonb',
  dfs_first_seen: 'timestamptz',
} as const;

function toReferring(row: Wire) {
  return {
    referring_domain: row['domain'],
    rank: row['rank'],
    backlinks_count: row['backlinks'],
    spam_score: row['backlinks_spam_score'],
    referring_pages: row['referring_pages'],
    platform_types: row['referring_links_platform_types'],
    dfs_first_seen: row['first_seen'],
  };
}

const KEYWORDS = {
  ...SEEN,
  keyword: 'text',
  location_code: 'integer',
  language_code: 'text',
  item_type: 'text',
  rank_group: 'integer',
  rank_absolute: 'integer',
  url: 'text',
  title: 'text',
  search_volume: 'integer',
  cpc: 'double precision',
  competition: 'double precision',
  keyword_difficulty: 'integer',
  estimated_traffic: 'double precision',
} as const;

function toKeyword({ keyword_data: data, ranked_serp_element: { serp_item: item } }: Wire) {
  return {
    keyword: data.keyword,
    item_type: item.type,
    rank_group: item.rank_group,
    rank_absolute: item.rank_absolute,
    url: item.url,
    title: item.title,
    search_volume: data.keyword_info?.search_volume,
    cpc: data.keyword_info?.cpc,
    competition: data.keyword_info?.competition,
    keyword_difficulty: data.keyword_properties?.keyword_difficulty,
    estimated_traffic: item.etv,
  };
}

function hash(text: string): string {
  return `\\x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
