import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/app.ts';
import type { ApiClient } from './api-client.ts';
import { setScene } from './crash-run.ts';
import { KEYWORDS_PATH } from './onboarding.ts';
import { assertLedgerAgrees } from './queue-run.ts';
import { killService, startService } from './service-process.ts';
import { withApp } from './tracking-run.ts';

/** A service that is killed without warning, again and again, while it onboards domains. */
export interface OnboardCrashRun {
  readonly domains: readonly string[];
  /** Links of each domain; more than a thousand make several pages. */
  readonly backlinks: number;
  readonly kills: number;
  /** Bounds of the random life of each process after it was ready. */
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly deadlineMs: number;
}

export interface OnboardCost {
  readonly calls: number;
  /** Calls whose answer a kill has lost, so that they were made again. */
  readonly repeated: number;
  readonly costUsd: number;
}

/** Answers take a while, so that a kill hits calls under way. */
const ANSWER_MS = 60;
const ROWS_PER_CALL = 1_000;
/** Onboardings at once, each with three lists beside each other. */
const CALLS_UNDER_WAY = 5 * 3;
const PATHS = ['/v3/backlinks/', KEYWORDS_PATH];

/**
 * Onboards many domains in one request, kills the service at random moments, waits until the last life finishes,
 * and compares: every domain is complete by the workflow that was begun for it, with all of its rows, one
 * week, and its pages queued once; no page was asked for again but those under way at a kill; and each
 * call that the provider charged stands in the ledger once.
 */
export async function runOnboardCrashes(t: TestContext, run: OnboardCrashRun): Promise<OnboardCost> {
  const { world, place } = await setScene(t);
  let service = await startService(place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  for (const match of PATHS) await world.post('/_sandbox/faults', { match, kind: 'slow', rate: 1, delay_ms: ANSWER_MS });
  const asked = await place.api.post('/api/admin/domains/onboard', { domains: run.domains, backlinks_limit: run.backlinks });
  assert.equal(asked.body.count, run.domains.length, JSON.stringify(asked.body));
  const begun: { domain: string; workflow_id: string }[] = asked.body.domains;
  for (let kill = 0; kill < run.kills; kill += 1) {
    await sleep(run.lifeMs.min + Math.random() * (run.lifeMs.max - run.lifeMs.min));
    await killService(service);
    if (kill + 1 < run.kills) service = await startService(place, run.deadlineMs);
  }
  return await withApp(place, async (app) => {
    for (const { workflow_id: id } of begun) assert.ok(await app.context.workflows.waitFor(id, run.deadlineMs), `${id} has ended`);
    await assertEachOnce(app, world, run, begun);
    const costUsd = await assertLedgerAgrees(app.context, world);
    return { ...(await assertCalls(app, world, run)), costUsd };
  });
}

async function assertEachOnce(
  { context }: App,
  world: ApiClient,
  { backlinks }: OnboardCrashRun,
  begun: readonly { readonly domain: string; readonly workflow_id: string }[],
): Promise<void> {
  const { rows } = await context.postgres.query<Record<string, unknown>>(
    `select d.domain, d.onboard_status as status, d.onboard_workflow_id as workflow,
       (select count(*)::integer from backlinks b where b.domain_id = d.id) as links,
       (select count(*)::integer from referring_domains r where r.domain_id = d.id) as referring,
       (select count(*)::integer from domain_summaries s where s.domain_id = d.id and backlinks_count is not null) as weeks,
       (select count(*)::integer from domain_fetches f where f.domain_id = d.id and f.status <> 'complete') as open
     from domains d order by d.domain`,
  );
  const expected = [];
  for (const { domain, workflow_id: workflow } of begun.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))) {
    const { body } = await world.get(`/_sandbox/truth/domain?domain=${domain}`);
    const [links, referring] = [Math.min(backlinks, body.backlinks), Math.min(100, body.referring_domains)];
    expected.push({ domain, status: 'complete', workflow, links, referring, weeks: 52 + 1, open: 0 });
  }
  assert.deepEqual(rows, expected);

  const queued = await context.postgres.query<{ sent: number; different: number; pages: number }>(
    `select count(*)::integer as sent, count(distinct id)::integer as different, (select count(*)::integer from urls) as pages
     from dbos.workflow_status w join dbos.workflow_input i using (workflow_uuid),
       lateral jsonb_array_elements_text(i.inputs::jsonb -> 0 -> 'url_ids') as sent (id)
     where w.name = 'url-classify'`,
  );
  const [sent] = queued.rows;
  assert.deepEqual([sent?.sent, sent?.different], [sent?.pages, sent?.pages], 'every page is sent to classification once');
}

async function assertCalls(
  { context }: App,
  world: ApiClient,
  run: OnboardCrashRun,
): Promise<{ readonly calls: number; readonly repeated: number }> {
  const { body } = await world.get('/_sandbox/calls');
  const entries: { path: string; body: string; cost_usd: number }[] = body.entries;
  // Looking up lost prices in the provider's record is free, and no page of a domain.
  const made = entries.filter(({ path }) => PATHS.some((begin) => path.startsWith(begin)) && path.endsWith('/live'));
  const tasks = made.map(({ path, body: text, cost_usd: cost }) => ({
    path,
    cost,
    ...(JSON.parse(text)[0] as { tag: string; target: string; offset?: number }),
  }));
  const different = new Set(tasks.map(({ path, target, offset = 0 }) => `${path} ${target} ${offset}`));
  const perDomain = Math.ceil(run.backlinks / ROWS_PER_CALL) + 4;
  assert.equal(different.size, run.domains.length * perDomain, 'every page was asked for');
  const repeated = tasks.length - different.size;
  assert.ok(repeated <= run.kills * CALLS_UNDER_WAY, `${repeated} calls were made again`);

  const { rows } = await context.postgres.query<{ tag: string }>('select tag from api_costs where cost_usd > 0 order by tag');
  const paid = tasks.filter(({ cost }) => cost > 0).map(({ tag }) => tag);
  assert.deepEqual(
    rows.map(({ tag }) => tag),
    paid.toSorted((a, b) => (a < b ? -1 : 1)),
    'each call is booked once',
  );
  return { calls: tasks.length, repeated };
}
