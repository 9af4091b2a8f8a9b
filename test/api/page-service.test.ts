import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const PATH = '/v3/on_page/content_parsing/live';
const DOMAIN = '/api/admin/classifier/domain';
/** Sites whose names tell too little, and whose pages scripts fill (`client.` in the sandbox). */
const SITES = [
  'moldeport.xyz',
  'sprintdeck.net',
  'zephyrhouse.com',
  'emberflow.app',
  'bitregrovecoupons.com',
  'leblogdevelwigate.fr',
  'seddetondirectory.com',
  'porfiholmpodcast.com',
  'velvetbay.net',
  'sablerunner.com',
  'linden-roast.co',
  'shopvervuhausen.com',
  'tiendahatlumouth.es',
  'ponduwellmarketplace.com',
  'bookbimpominsterhotels.com',
  'asknolfogate.com',
  'momgibrookapp.io',
  'lodhetonupload.com',
  'serumteal.com',
  'ganpedorf-preisvergleich.de',
  'semwuham-werbeagentur.de',
  'wetpumouthplumbing.com',
  'hotelromtominster.com',
  'nonbidorfchurch.org',
];
const PRICE_USD = 0.00125;
const PLAIN_USD = 0.000125;

interface Call {
  readonly tasks: readonly {
    readonly url: string;
    readonly enable_javascript?: boolean;
    readonly switch_pool?: boolean;
    readonly tag?: string;
  }[];
  readonly costUsd: number;
}

test('pages that scripts fill, and the page service of the provider', async (t) => {
  const { api, app, sandbox } = await startTestApp(t);
  const listCalls = async (): Promise<Call[]> => {
    const { entries } = (await sandbox.get<{ entries: { path: string; body: string; cost_usd: number }[] }>('/_sandbox/calls?limit=5000'))
      .body;
    return entries.filter(({ path }) => path === PATH).map(({ body, cost_usd: costUsd }) => ({ tasks: JSON.parse(body), costUsd }));
  };
  const callsOf = async <Result>(work: () => Promise<Result>): Promise<readonly [Result, Call[]]> => {
    const before = (await listCalls()).length;
    const result = await work();
    return [result, (await listCalls()).slice(before)];
  };
  const choose = async (choice: string) =>
    assert.equal((await api.put('/api/admin/config', { page_service: choice })).body.page_service, choice);
  const ledger = async (service: string) => {
    const { rows } = await app.context.postgres.query<{ calls: number; costUsd: number }>(
      `select count(*)::integer as calls, coalesce(round(sum(cost_usd)::numeric, 6), 0)::double precision as cost_usd from api_costs where service = $1`,
      [service],
    );
    return rows[0];
  };
  const classify = async (host: string, more: object = {}) => (await api.post(DOMAIN, { domain: host, skip_llm: true, ...more })).body;
  let started = 0;
  /** A workflow passes the cache by. */
  const again = async (domains: readonly string[]) => {
    const input = { domains: [...domains], skip_llm: true, force: true };
    started += 1;
    const id = await app.context.workflows.start('domain-classify', input, { id: `wf_shells_${started}` });
    const ended = await app.context.workflows.waitFor<{
      cost_usd: number;
      results: any[];
      skip_reason: string | null;
      needs_review: number;
    }>(id, PATIENCE_MS);
    assert.ok(ended);
    return ended.output;
  };

  await t.test('are not asked about by default, and their emptiness is said and not judged', async () => {
    assert.equal((await api.get('/api/admin/config')).body.page_service, 'off');
    const dry = await api.post(DOMAIN, { domain: 'client.zephyrhouse.com', skip_llm: true, dry_run: true });
    assert.deepEqual(dry.body.estimate, { calls: 0, cost_usd: 0 });
    const [found, calls] = await callsOf(async () => await classify('client.zephyrhouse.com'));
    assert.equal(calls.length, 0);
    const { page_reading: reading } = found.verdicts;
    assert.deepEqual([reading.label, reading.stage], ['shell', 'rendered_page']);
    assert.deepEqual(reading.evidence, ['an empty shell: 0 words and 1 scripts', 'not rendered: the page service is off']);
    assert.ok(found.confidence < 65 && found.needs_review, JSON.stringify(found));
    const page = (await api.post('/api/admin/classifier/classify', { url: 'https://client.zephyrhouse.com/x7f3q9', skip_llm: true })).body;
    assert.deepEqual([page.verdicts.page_reading.label, page.confidence < 65, page.cost], ['shell', true, 0]);
  });

  await t.test('are read in as few calls as the provider allows, at its price, and judged as the page that is there', async () => {
    await choose('rendered');
    const domains = SITES.map((site) => `client.${site}`);
    const dry = await api.post('/api/admin/classifier/domains', { domains, skip_llm: true, dry_run: true });
    assert.deepEqual(dry.body.estimate, { calls: 2, cost_usd: 0.036 });
    const [ended, calls] = await callsOf(async () => await again(domains));
    assert.deepEqual(
      calls.map(({ tasks }) => tasks.length),
      [20, 4],
    );
    assert.ok(calls.every(({ tasks }) => tasks.every((task) => task.enable_javascript === true && task.tag === undefined)));
    const spent = Number(calls.reduce((sum, { costUsd }) => sum + costUsd, 0).toFixed(6));
    assert.deepEqual([spent, ended.cost_usd], [SITES.length * PRICE_USD, SITES.length * PRICE_USD]);
    assert.deepEqual(await ledger('scraper_js_render'), { calls: SITES.length, costUsd: spent });
    for (const { subject, verdicts, cost_usd: cost } of ended.results) {
      assert.deepEqual([verdicts.page_reading.label, cost], ['filled', PRICE_USD], subject);
      assert.match(verdicts.page_reading.evidence[0], /page service read \(rendered\): \d+ words/u);
    }
    const wrong = await Promise.all(
      ended.results.map(async ({ subject, verdicts }) => {
        const { body } = await sandbox.get<{ domain_type: string }>(`/_sandbox/truth/classification?domain=${subject}`);
        const { label } = verdicts.domain_type;
        return body.domain_type === label ? [] : [`${subject}: ${label}, not ${body.domain_type}`];
      }),
    );
    assert.deepEqual(wrong.flat(), []);
    const sure = ended.results.filter(({ confidence }) => confidence >= 70).map(({ subject }) => subject);
    assert.ok(sure.includes('client.moldeport.xyz') && sure.includes('client.serumteal.com'), JSON.stringify(sure));
  });

  await t.test('are bought once: the filled page stands in the cache of pages', async () => {
    const [ended, calls] = await callsOf(async () => await again(['client.zephyrhouse.com', 'client.moldeport.xyz']));
    assert.deepEqual([calls.length, ended.cost_usd], [0, 0]);
    assert.ok(ended.results.every(({ verdicts }) => verdicts.page_reading === undefined && verdicts.tier1_type !== undefined));
    const { body } = await api.post('/api/admin/classifier/debug-content', { url: 'https://client.zephyrhouse.com/' });
    assert.deepEqual([body.read_by, body.placeholder], ['rendered', null]);
    assert.ok(body.signals.counts.words > 100);
  });

  await t.test('of one site go five in a call', async () => {
    const urls = Array.from({ length: 12 }, (_none, place) => `https://client.emberflow.app/xyzzy-plugh-${place}`);
    const input = { urls, skip_llm: true };
    const [ended, calls] = await callsOf(async () => {
      const id = await app.context.workflows.start('url-classify', input, { id: 'wf_of_one_site' });
      return (await app.context.workflows.waitFor<{ results: any[] }>(id, PATIENCE_MS))?.output;
    });
    assert.deepEqual(
      calls.map(({ tasks }) => tasks.length),
      [5, 5, 2],
    );
    assert.ok(ended?.results.every(({ cost_usd: cost }) => cost === PRICE_USD));
  });

  await t.test('are left to a person when a budget has no room, which the answer says', async () => {
    assert.equal((await api.put('/api/admin/config', { budgets: { daily_usd: 0 } })).status, 200);
    const [shell, more] = await callsOf(async () => await classify('client.invoicenest.com'));
    assert.deepEqual([more.length, shell.skipped, shell.skip_reason, shell.needs_review], [0, true, 'daily_budget_exceeded', true]);
    assert.match(shell.verdicts.page_reading.evidence.at(-1), /^not rendered: .*budget/iu);
    await api.put('/api/admin/config', { budgets: { daily_usd: 50 } });
    const ended = await again(['client.invoicenest.com']);
    assert.equal(ended.results[0].verdicts.page_reading.label, 'filled');
  });

  await t.test('stay shells when the provider fails, which costs nothing and is said', async () => {
    await sandbox.post('/_sandbox/faults', { match: PATH, kind: 'provider_50000', count: 1 });
    const [ended, calls] = await callsOf(async () => await again(['client.ledgerwise.app']));
    const [{ verdicts }] = ended.results as [any];
    assert.deepEqual([calls.length, ended.cost_usd, verdicts.page_reading.label], [1, 0, 'shell']);
    assert.match(verdicts.page_reading.evidence.at(-1), /^not rendered: DataForSEO 50000/u);
    await sandbox.post('/_sandbox/faults', { match: PATH, kind: 'empty', count: 1 });
    const [{ verdicts: empty }] = (await again(['client.ledgerwise.app'])).results as [any];
    assert.deepEqual(
      [empty.page_reading.label, empty.page_reading.evidence.at(-1)],
      ['shell', 'not rendered: the page service could not read it'],
    );
    const [{ verdicts: well }] = (await again(['client.ledgerwise.app'])).results as [any];
    assert.equal(well.page_reading.label, 'filled');
  });

  await t.test('read plainly stay what they are, are asked once that way, and are booked as that', async () => {
    await choose('plain');
    const [ended, calls] = await callsOf(async () => await again(['client.konkafordcoin.io']));
    assert.deepEqual([calls.length, calls[0]?.tasks, ended.cost_usd], [1, [{ url: 'https://client.konkafordcoin.io/' }], PLAIN_USD]);
    assert.deepEqual(await ledger('provider_instant_pages'), { calls: 1, costUsd: PLAIN_USD });
    const [{ verdicts }] = ended.results as [any];
    assert.deepEqual(
      [verdicts.page_reading.label, verdicts.page_reading.evidence.at(-1)],
      ['shell', 'the page service found no more (plain)'],
    );
    const [, none] = await callsOf(async () => await again(['client.konkafordcoin.io']));
    assert.equal(none.length, 0);
    await choose('premium');
    const [better, asked] = await callsOf(async () => await again(['client.konkafordcoin.io']));
    assert.deepEqual([asked.length, asked[0]?.tasks[0]?.switch_pool, better.results[0].verdicts.page_reading.label], [1, true, 'filled']);
    assert.deepEqual(await ledger('scraper_premium'), { calls: 1, costUsd: PRICE_USD });
  });

  await t.test('are not asked about where reading is left out, and no other word switches the service', async () => {
    const [found, calls] = await callsOf(async () => await classify('client.sesvefieldmuseum.org', { skip_fetch: true }));
    assert.deepEqual([calls.length, found.verdicts.page_reading], [0, undefined]);
    const dry = await api.post(DOMAIN, { domain: 'client.zephyrhouse.com', skip_llm: true, skip_fetch: true, dry_run: true });
    assert.deepEqual(dry.body.estimate, { calls: 0, cost_usd: 0 });
    const bad = await api.put('/api/admin/config', { page_service: 'always' });
    assert.deepEqual([bad.status, bad.body.details.map(({ path }: any) => path)], [400, ['page_service']]);
  });
});
