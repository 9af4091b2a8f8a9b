import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox, type ProviderTask, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { makeWorld } from '../../world/index.ts';

type Row = Readonly<Record<string, any>>;

const LIST_MAX = 1_000;
const STRONG_ENOUGH = 0.35;
const sites = makeWorld('sightline').sites.toSorted((left, right) => right.strength - left.strength);
const [strongest] = sites;
/** Linked to by some thousand pages. */
const middling = sites.find((site) => site.strength < STRONG_ENOUGH);

async function ask(client: SandboxClient, name: string, task: Row): Promise<ProviderTask> {
  const answer = await client.ask(`/v3/backlinks/${name}/live`, [task]);
  const only = answer.tasks?.[0];
  assert.ok(only, name);
  return only;
}

async function askRows(client: SandboxClient, name: string, task: Row): Promise<Row[]> {
  const { status_code, result } = await ask(client, name, task);
  assert.equal(status_code, 20_000);
  return (result?.[0]?.['items'] ?? []) as Row[];
}

async function askAll(client: SandboxClient, name: string, task: Row): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; ; offset += LIST_MAX) {
    const found = await askRows(client, name, { ...task, limit: LIST_MAX, offset });
    rows.push(...found);
    if (found.length < LIST_MAX) return rows;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('summary, lists, bulk figures, series and the truth agree', async (t) => {
  const client = await openSandbox(t);
  const target = middling?.domain ?? '';
  const { result } = await ask(client, 'summary', { target, internal_list_limit: LIST_MAX });
  const summary = result?.[0] as Row;
  const links = await askAll(client, 'backlinks', { target });
  const domains = await askAll(client, 'referring_domains', { target });
  const anchors = await askAll(client, 'anchors', { target });
  const { body: truth } = await client.control<Row>(`/_sandbox/truth/domain?domain=${target}`);

  assert.ok(summary['backlinks'] > LIST_MAX, 'more than a page');
  assert.equal(truth['backlinks'], summary['backlinks']);
  assert.equal(truth['referring_domains'], summary['referring_domains']);
  assert.deepEqual([truth['rank_of_thousand'], truth['rank']], [summary['rank'], Math.round(Number(summary['rank']) / 10)]);
  assert.equal(links.length, summary['backlinks']);
  assert.equal(new Set(links.map((link) => link['url_from'])).size, links.length);
  assert.equal(new Set(links.map((link) => link['domain_from'])).size, summary['referring_domains']);
  assert.equal(links.filter((link) => link['dofollow'] === false).length, summary['referring_pages_nofollow']);
  assert.equal(domains.length, summary['referring_domains']);
  assert.equal(sum(domains.map((row) => row['backlinks'] as number)), summary['backlinks']);
  assert.equal(sum(anchors.map((row) => row['backlinks'] as number)), summary['backlinks']);
  assert.equal(sum(Object.values(summary['referring_links_countries'] as Record<string, number>)), summary['backlinks']);
  const news = links.filter((link) => (link['domain_from_platform_type'] as string[]).includes('news')).length;
  assert.equal((summary['referring_links_platform_types'] as Row)['news'], news);
  const [bulk] = await askRows(client, 'bulk_referring_domains', { targets: [target, 'nobody-knows-this.com'] });
  assert.equal(bulk?.['referring_domains'], summary['referring_domains']);
  const series = await askRows(client, 'timeseries_summary', { target, group_range: 'week' });
  assert.equal(series.at(-1)?.['backlinks'], summary['backlinks']);
});

test('links come and go with the clock, and what is new and lost adds up', async (t) => {
  const client = await openSandbox(t);
  const target = middling?.domain ?? '';
  const before = (await ask(client, 'summary', { target })).result?.[0] as Row;
  const earlier = await askAll(client, 'backlinks', { target });
  const { body: clock } = await client.control<Row>('/_sandbox/clock', { advance_days: 35 });
  const day = String(clock['now']).slice(0, 10);
  const dayBefore = new Date(Date.parse(day) - 34 * 86_400_000).toISOString().slice(0, 10);
  const after = (await ask(client, 'summary', { target })).result?.[0] as Row;
  const changes = await askRows(client, 'timeseries_new_lost_summary', { target, date_from: dayBefore, date_to: day, group_range: 'day' });
  const total = (name: string): number => sum(changes.map((row) => row[name] as number));

  assert.notEqual(after['backlinks'], before['backlinks']);
  assert.equal(before['backlinks'] + total('new_backlinks') - total('lost_backlinks'), after['backlinks']);
  assert.equal(before['referring_domains'] + total('new_referring_domains') - total('lost_referring_domains'), after['referring_domains']);
  const now = new Set((await askAll(client, 'backlinks', { target })).map((link) => link['url_from']));
  const lost = await askAll(client, 'backlinks', { target, backlinks_status_type: 'lost' });
  const gone = earlier.filter((link) => !now.has(link['url_from']));
  assert.ok(gone.length > 0);
  const lostPages = new Set(lost.filter((link) => link['is_lost'] === true).map((link) => link['url_from']));
  for (const link of gone) assert.ok(lostPages.has(link['url_from']));
});

test('a long list is paged by offset, and past that by token', async (t) => {
  const client = await openSandbox(t);
  const target = strongest?.domain ?? '';
  const first = (await ask(client, 'backlinks', { target, limit: LIST_MAX, offset: 20_000 })).result?.[0] as Row;
  assert.ok(first['total_count'] > 900_000);
  assert.equal((await ask(client, 'backlinks', { target, offset: 20_001 })).status_code, 40_501);
  const next = (await ask(client, 'backlinks', { target, limit: LIST_MAX, search_after_token: first['search_after_token'] }))
    .result?.[0] as Row;
  const pages = new Set([...(first['items'] as Row[]), ...(next['items'] as Row[])].map((link) => link['url_from']));
  assert.equal(pages.size, 2 * LIST_MAX);
  const token = { target, search_after_token: first['search_after_token'], tag: 'another' };
  assert.equal((await ask(client, 'backlinks', { ...token, limit: LIST_MAX })).status_code, 20_000);
  for (const other of [{ limit: 10 }, { limit: LIST_MAX, rank_scale: 'one_hundred' }, { limit: LIST_MAX, target: middling?.domain }])
    assert.equal((await ask(client, 'backlinks', { ...token, ...other })).status_code, 40_501, 'all else must be as it was');
});

test('filters, orders, modes and scales are the vendor’s', async (t) => {
  const client = await openSandbox(t);
  const target = middling?.domain ?? '';
  const followed = await askRows(client, 'backlinks', { target, filters: ['dofollow', '=', true], order_by: ['rank,desc'], limit: 50 });
  assert.ok(followed.every((link) => link['dofollow'] === true));
  assert.deepEqual(
    followed,
    followed.toSorted((left, right) => right['rank'] - left['rank']),
  );
  const both = await askRows(client, 'referring_domains', {
    target,
    filters: [['rank', '>', 100], 'and', ['domain', 'like', '%.com']],
    rank_scale: 'one_hundred',
  });
  assert.equal(both.length, 0, 'no rank is above a hundred on that scale');
  const perDomain = await askAll(client, 'backlinks', { target, mode: 'one_per_domain' });
  assert.equal(new Set(perDomain.map((link) => link['domain_from'])).size, perDomain.length);
  const [small, large] = await Promise.all(
    [{}, { rank_scale: 'one_hundred' }].map(
      async (scale) => (await ask(client, 'summary', { target, ...scale })).result?.[0]?.['rank'] as number,
    ),
  );
  assert.equal(large, Math.round((small ?? 0) / 10));
  for (const task of [
    { target: `www.${target}` },
    { target, filters: ['rank', '~', 1] },
    { target, order_by: ['rank'] },
    { target: 'no host' },
  ])
    assert.equal((await ask(client, 'backlinks', task)).status_code, 40_501, JSON.stringify(task));
});

test('an unknown domain is a success without a result, and is charged', async (t) => {
  const client = await openSandbox(t);
  const { status_code, result, cost } = await ask(client, 'summary', { target: 'nobody-knows-this.com' });
  assert.deepEqual([status_code, result, cost], [20_000, null, 0.020_03]);
});
