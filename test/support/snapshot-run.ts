import assert from 'node:assert/strict';
import { z } from 'zod';
import type { WeeklySnapshotsOutput } from '#areas/domains/snapshots/weekly-snapshots.workflow.ts';
import type { TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

export const SUMMARY = '/v3/backlinks/summary/live';
export const HISTORY = '/v3/backlinks/timeseries_summary/live';

/** How links to a domain stand, as the sandbox has it. */
export interface LinkTruth {
  readonly backlinks: number;
  readonly backlinks_nofollow: number;
  readonly referring_domains: number;
  readonly rank: number;
}

/** Sets the date of the world and waits until the service goes by it. */
export async function moveTo({ sandbox, app }: TestApp, instant: string): Promise<void> {
  const { status, body } = await sandbox.post('/_sandbox/clock', { now: instant });
  assert.equal(status, 200, JSON.stringify(body));
  const isThere = (): boolean => Math.abs(app.context.clock.now().getTime() - Date.parse(instant)) < 60_000;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Does a weekly run from beginning to end. */
export async function takeSnapshots({ app }: TestApp): Promise<WeeklySnapshotsOutput> {
  const id = await app.context.workflows.start('backlink-snapshots', {});
  const end = await app.context.workflows.waitFor<WeeklySnapshotsOutput>(id, PATIENCE_MS);
  assert.ok(end, 'the run takes less than a minute');
  return end.output;
}

export async function readTruth({ sandbox }: TestApp, domain: string, date: string): Promise<LinkTruth> {
  const { status, body } = await sandbox.get(`/_sandbox/truth/domain?domain=${domain}&date=${date}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Weeks of a domain as the API answers them, newest first. */
export async function readHistory({ api }: TestApp, domain: string): Promise<any[]> {
  const { status, body } = await api.get(`/api/admin/referring-domains/summary-history?target=${domain}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.snapshots;
}

/** Every week says what the sandbox's truth says of its day, and what changed since the one before it. */
export async function assertTrueWeeks(app: TestApp, domain: string, weeks: readonly any[]): Promise<void> {
  for (const [at, week] of weeks.entries()) {
    const truth = await readTruth(app, domain, week.as_of);
    assert.deepEqual(
      [week.backlinks, week.backlinks_nofollow, week.referring_domains, week.rank],
      [truth.backlinks, truth.backlinks_nofollow, truth.referring_domains, truth.rank],
      `${domain} on ${week.as_of}`,
    );
    const before = weeks[at + 1];
    if (before === undefined) continue;
    assert.deepEqual(
      [week.prev_period_year_week, week.prev_period_backlinks, week.prev_period_referring_domains, week.prev_period_rank],
      [before.year_week, before.backlinks, before.referring_domains, before.rank],
      `before ${week.year_week}`,
    );
    assert.equal(week.deltas.backlinks_change, week.backlinks - before.backlinks);
    assert.equal(week.deltas.rank_change, week.rank - before.rank);
  }
}

export async function countLinkCalls({ sandbox }: TestApp): Promise<{ summary: number; history: number }> {
  const { body } = await sandbox.get('/_sandbox/calls?limit=0');
  return { summary: body.by_endpoint[SUMMARY] ?? 0, history: body.by_endpoint[HISTORY] ?? 0 };
}

/** The weeks that ClickHouse holds, each once. */
export const storedWeeks = {
  name: 'test-stored-weeks',
  sql: `select domain, year_week, as_of, source, rank, backlinks, referring_domains, count_news as news, count_paid as paid
        from backlink_snapshots final`,
  params: z.object({}),
  row: z.record(z.string(), z.unknown()),
};
