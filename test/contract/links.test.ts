import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { LINK_ROWS_PER_CALL, type LinkPage } from '#providers/search-data/links.ts';
import { openSandboxBench, type SandboxBench, type SandboxCalls } from '../support/sandbox-bench.ts';
import { checkVendorContract, NEEDS_SCHEMA } from '../support/vendor-contract.ts';

const SCOPE = { source: 'workflow', projectId: 'proj_1', workflowType: 'domain-onboard' } as const;
const UNKNOWN = 'nobody-knows-this.com';
const DAY_MS = 86_400_000;

interface Truth {
  readonly backlinks: number;
  readonly backlinks_nofollow: number;
  readonly referring_domains: number;
  readonly rank: number;
}

let bench: SandboxBench;
/** A site of the world with more links than one page takes, and few enough to read them all. */
let target: string;

async function readTruth(domain: string, date?: string): Promise<Truth> {
  const query = new URLSearchParams({ domain, ...(date === undefined ? {} : { date }) });
  return (await bench.sandbox.control<Truth>(`/_sandbox/truth/domain?${query.toString()}`)).body;
}

async function findTarget(): Promise<string> {
  const { body } = await bench.sandbox.control<{ sites: { domain: string }[] }>('/_sandbox/world');
  for (const { domain } of body.sites) {
    const { backlinks } = await readTruth(domain);
    if (backlinks > LINK_ROWS_PER_CALL && backlinks < 6 * LINK_ROWS_PER_CALL) return domain;
  }
  throw new Error('no site of the sample has a middling number of links');
}

async function readAll<Row>(read: (offset: number) => Promise<LinkPage<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.length);
    rows.push(...page.rows);
    if (rows.length >= (page.total ?? 0)) return rows;
  }
}

async function today(): Promise<string> {
  return (await bench.sandbox.control<{ now: string }>('/_sandbox/clock')).body.now.slice(0, 10);
}

describe('what the provider knows of a domain', () => {
  let close: (() => Promise<void>)[] = [];
  before(async () => {
    const t = { after: (work: () => Promise<void>) => void close.push(work) };
    bench = await openSandboxBench(t as never);
    target = await findTarget();
  });
  after(async () => {
    for (const work of close.toReversed()) await work();
    close = [];
  });

  test('its summary is the true one, with whole maps and ranks to a hundred', async () => {
    const { value } = await bench.searchData.fetchLinkSummary(target, SCOPE);
    const truth = await readTruth(target);
    assert.deepEqual(
      [value?.backlinks, value?.backlinksNofollow, value?.referringDomains, value?.rank],
      [truth.backlinks, truth.backlinks_nofollow, truth.referring_domains, truth.rank],
    );
    assert.ok((value?.platformTypes['news'] ?? 0) > 0 && value?.firstSeen !== null);
  });

  test('its links come page by page, by place or by token, and are all that there are', async () => {
    const truth = await readTruth(target);
    const byPlace = await readAll((offset) => bench.searchData.fetchBacklinks({ target, limit: LINK_ROWS_PER_CALL, offset }, SCOPE));
    let token: string | undefined;
    const pages: LinkPage<unknown>[] = [];
    do {
      pages.push(await bench.searchData.fetchBacklinks({ target, limit: LINK_ROWS_PER_CALL, token }, SCOPE));
      token = pages.at(-1)?.nextToken ?? undefined;
    } while (token !== undefined);
    assert.deepEqual(
      pages.flatMap(({ rows }) => rows),
      byPlace,
    );
    assert.equal(byPlace.length, truth.backlinks);
    assert.equal(byPlace.filter(({ isDofollow }) => !isDofollow).length, truth.backlinks_nofollow);
    assert.equal(new Set(byPlace.map(({ domainFrom }) => domainFrom)).size, truth.referring_domains);
    assert.ok(byPlace.every(({ isLost, rank, firstSeen }) => !isLost && rank !== null && rank <= 100 && firstSeen !== null));
  });

  test('the domains and the texts of its links add up to the same', async () => {
    const truth = await readTruth(target);
    const page = { target, limit: LINK_ROWS_PER_CALL };
    const domains = await readAll((offset) => bench.searchData.fetchReferringDomains({ ...page, offset }, SCOPE));
    const anchors = await readAll((offset) => bench.searchData.fetchAnchors({ ...page, offset }, SCOPE));
    const sum = (rows: readonly { backlinks: number | null }[]): number => rows.reduce((all, { backlinks }) => all + (backlinks ?? NaN), 0);
    assert.deepEqual([domains.length, sum(domains), sum(anchors)], [truth.referring_domains, truth.backlinks, truth.backlinks]);
    assert.ok(domains.every(({ rank, lostDate }) => rank !== null && rank <= 100 && lostDate === null));
  });

  test('what came and went since a day is what the series says', async () => {
    const until = await today();
    const since = new Date(Date.parse(until) - 40 * DAY_MS);
    const series = { target, from: since.toISOString().slice(0, 10), until, period: 'day' } as const;
    const changes = (await bench.searchData.fetchLinkChanges(series, SCOPE)).value ?? [];
    const total = (field: 'newReferringDomains' | 'lostReferringDomains'): number =>
      changes.reduce((all, row) => all + (row[field] ?? NaN), 0);
    const page = { target, limit: LINK_ROWS_PER_CALL, since };
    const count = async (status: 'live' | 'lost' | 'all') => {
      const rows = await readAll((offset) => bench.searchData.fetchReferringDomains({ ...page, status, offset }, SCOPE));
      const [came, went] = [
        rows.filter(({ firstSeen }) => Number(firstSeen) >= Number(since)),
        rows.filter(({ lostDate }) => lostDate !== null),
      ];
      return { came: came.length, went: went.length };
    };
    const [live, lost, all] = [await count('live'), await count('lost'), await count('all')];
    assert.ok(all.came > 0 && all.went > 0, 'nothing happened');
    assert.deepEqual(all, { came: total('newReferringDomains'), went: total('lostReferringDomains') });
    assert.deepEqual([live.went, live.came + lost.came >= all.came, lost.went], [0, true, all.went]);
    const links = await bench.searchData.fetchBacklinks({ ...page, status: 'all' }, SCOPE);
    assert.ok(links.rows.length > 0 && links.rows.some(({ isLost }) => isLost));
    const isSince = (date: Date | null): boolean => Number(date) >= Number(since);
    assert.ok(links.rows.every(({ isLost, firstSeen, lastSeen }) => isSince(firstSeen) || (isLost && isSince(lastSeen))));
  });

  test('its history is the truth of each day', async () => {
    const until = await today();
    const from = new Date(Date.parse(until) - 5 * DAY_MS).toISOString().slice(0, 10);
    const { value } = await bench.searchData.fetchLinkHistory({ target, from, until, period: 'day' }, SCOPE);
    assert.equal(value?.length, 6);
    for (const { startsOn, rank, backlinks, backlinksNofollow, referringDomains } of value ?? []) {
      const truth = await readTruth(target, startsOn);
      assert.deepEqual(
        [backlinks, backlinksNofollow, referringDomains, rank],
        [truth.backlinks, truth.backlinks_nofollow, truth.referring_domains, truth.rank],
      );
    }
  });

  test('weeks begin on Mondays, whichever days were asked for, and show how they ended', async () => {
    const until = await today();
    const from = new Date(Date.parse(until) - 16 * DAY_MS).toISOString().slice(0, 10);
    const { value } = await bench.searchData.fetchLinkHistory({ target, from, until, period: 'week' }, SCOPE);
    const weeks = value ?? [];
    assert.ok(weeks.length >= 3 && (weeks[0]?.startsOn ?? '') <= from);
    for (const { startsOn, backlinks } of weeks) {
      const sunday = new Date(Date.parse(startsOn) + 6 * DAY_MS);
      assert.equal(sunday.getUTCDay(), 0);
      const last = sunday.toISOString().slice(0, 10);
      assert.equal(backlinks, (await readTruth(target, last < until ? last : until)).backlinks, startsOn);
    }
  });

  test('its keywords are those whose result pages have it, the most searched first', async () => {
    const { body: story } = await bench.sandbox.control<{ site: { domain: string }; keywords: { keyword: string }[] }>(
      '/_sandbox/world/story?keywords=5',
    );
    const {
      site: { domain },
      keywords,
    } = story;
    const request = { target: domain, locationCode: 2840, languageCode: 'en', limit: LINK_ROWS_PER_CALL };
    const found = await readAll((offset) => bench.searchData.fetchRankedKeywords({ ...request, offset }, SCOPE));
    const volumes = found.map(({ searchVolume }) => searchVolume ?? 0);
    assert.deepEqual(
      volumes,
      volumes.toSorted((one, other) => other - one),
    );
    for (const { keyword } of keywords) {
      const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en' });
      const { body } = await bench.sandbox.control<{
        items: { rank_absolute: number; rank_group: number; domain: string; url: string; type: string }[];
      }>(`/_sandbox/truth/serp?${query.toString()}`);
      const place = body.items.find((item) => item.type === 'organic' && (item.domain === domain || item.domain.endsWith(`.${domain}`)));
      const read = found.find((row) => row.keyword === keyword && row.itemType === 'organic');
      assert.deepEqual([read?.rankGroup, read?.rankAbsolute, read?.url], [place?.rank_group, place?.rank_absolute, place?.url], keyword);
    }
    assert.deepEqual([bench.searchData.hasRankedKeywords(2840, 'en'), bench.searchData.hasRankedKeywords(2840, 'zz')], [true, false]);
  });

  test('an unknown domain is an answer, and costs', async () => {
    const page = { target: UNKNOWN, limit: 10 };
    const { value, costUsd } = await bench.searchData.fetchLinkSummary(UNKNOWN, SCOPE);
    assert.deepEqual([value, costUsd > 0], [null, true]);
    for (const answer of [
      await bench.searchData.fetchBacklinks(page, SCOPE),
      await bench.searchData.fetchReferringDomains(page, SCOPE),
      await bench.searchData.fetchRankedKeywords({ ...page, locationCode: 2840, languageCode: 'en' }, SCOPE),
    ])
      assert.deepEqual([answer.rows, answer.total, answer.nextToken, answer.costUsd > 0], [[], 0, null, true]);
  });

  test('no estimate is below the price, and every price is booked under its service', async () => {
    const earlier = await readServices();
    const page = { target, limit: 700 };
    const { costUsd } = await bench.searchData.fetchBacklinks(page, SCOPE);
    assert.equal(costUsd, bench.searchData.estimateLinkCallUsd('backlinks', 700));
    const domains = await bench.searchData.fetchReferringDomains({ ...page, limit: 10 }, SCOPE);
    assert.equal(domains.costUsd, bench.searchData.estimateLinkCallUsd('referring_domains', 10));
    const summary = await bench.searchData.fetchLinkSummary(target, SCOPE);
    assert.equal(summary.costUsd, bench.searchData.estimateLinkCallUsd('summary', 1));
    const booked = await readServices();
    for (const service of ['provider_backlinks', 'provider_referring_domains', 'provider_summary'])
      assert.equal((booked.get(service) ?? 0) - (earlier.get(service) ?? 0), 1, service);
    const { ledger, counted, reserved, charged } = await bench.readCosts();
    assert.deepEqual({ ledger, counted, reserved }, { ledger: charged, counted: charged, reserved: 0 });
  });

  test('every fault is a failure with a name and never an empty list; a lost price is looked up', async () => {
    const faults: { kind: string; is: OutsideFailure; isLost?: boolean }[] = [
      { kind: 'http_500', is: 'provider' },
      { kind: 'malformed', is: 'parse', isLost: true },
      { kind: 'truncated', is: 'parse', isLost: true },
      { kind: 'empty', is: 'parse' },
      { kind: 'reset', is: 'network', isLost: true },
      { kind: 'provider_40202', is: 'rate_limited' },
      { kind: 'provider_40210', is: 'payment_refused' },
      { kind: 'provider_50401', is: 'provider' },
    ];
    const page = { target, limit: 10 };
    const calls: (() => Promise<unknown>)[] = [
      () => bench.searchData.fetchBacklinks(page, SCOPE),
      () => bench.searchData.fetchReferringDomains(page, SCOPE),
      () => bench.searchData.fetchLinkSummary(target, SCOPE),
      () => bench.searchData.fetchRankedKeywords({ ...page, locationCode: 2840, languageCode: 'en' }, SCOPE),
    ];
    for (const [at, { kind, is, isLost = false }] of faults.entries()) {
      await bench.sandbox.control('/_sandbox/faults', { kind, count: 1 });
      const error: unknown = await calls[at % calls.length]?.().catch((reason: unknown) => reason);
      assert.ok(error instanceof OutsideError, kind);
      assert.equal(error.kind, is, kind);
      const { rows } = await bench.stores.postgres.query('select 1 from spend_reservations where is_lost');
      assert.equal(rows.length > 0, isLost, kind);
      const { ledger, counted, reserved, charged } = await bench.sweep().then(() => bench.readCosts());
      assert.deepEqual({ kind, ledger, counted, reserved }, { kind, ledger: charged, counted: charged, reserved: 0 });
    }
  });

  test('a call that is given up is paid for, and rows of a new kind are left out of what can be read', async () => {
    await bench.sandbox.control('/_sandbox/faults', { kind: 'timeout', count: 1 });
    const patience = new AbortController();
    const waiting = bench.searchData.fetchLinkSummary(target, SCOPE, patience.signal);
    const isAsked = async (): Promise<boolean> =>
      (await bench.sandbox.control<{ faults: { kind: string; hits: number }[] }>('/_sandbox/faults')).body.faults.some(
        ({ kind, hits }) => kind === 'timeout' && hits > 0,
      );
    while (!(await isAsked()));
    patience.abort(new Error('given up'));
    await assert.rejects(waiting, /given up/u);
    await bench.sandbox.control('/_sandbox/faults', { kind: 'layout_change', count: 1 });
    const page = await bench.searchData.fetchBacklinks({ target, limit: 20 }, SCOPE);
    assert.equal(page.rows.length, 20);
    await bench.sandbox.control('/_sandbox/faults', {});
    const { ledger, counted, reserved, charged } = await bench.sweep().then(() => bench.readCosts());
    assert.deepEqual({ ledger, counted, reserved }, { ledger: charged, counted: charged, reserved: 0 });
  });

  test('every request keeps the vendor contract', NEEDS_SCHEMA, async () => {
    const { body } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls?limit=1000');
    const asked = body.entries.filter(({ path }) => /backlinks\/\w+\/live|ranked_keywords/u.test(path));
    assert.equal(new Set(asked.map(({ path }) => path)).size, 7);
    checkVendorContract(asked);
  });
});

async function readServices(): Promise<Map<string, number>> {
  const { rows } = await bench.stores.postgres.query<{ service: string; calls: number }>(
    'select service, count(*)::integer as calls from api_costs group by service',
  );
  return new Map(rows.map(({ service, calls }) => [service, calls]));
}
