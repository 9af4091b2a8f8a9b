import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_PLAN, makeJobTypes, type JobType } from '#area/job-type.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeAreaContext } from '../../../test/support/area-context.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { createJob } from './create-job.ts';
import { endRun } from './end-run.ts';
import { startDueJobs } from './start-due-jobs.ts';
import { runsOfJob } from './store/runs.ts';

const weeklyType: JobType = {
  name: 'backlink_snapshots',
  summary: 'made up for',
  findProblems: () => [],
  plan: async () => EMPTY_PLAN,
  run: async () => ({ status: 'completed' }),
  isMadeUpFor: true,
};

test('an instant that comes during a run passes, but not that of a week', async (t) => {
  const { postgres } = await openTestStores(t);
  let now = new Date('2027-01-04T05:00:00Z');
  const clock = { now: () => now, realNow: () => now.getTime() };
  const ctx = { ...makeAreaContext({ postgres }), clock, logger: makeLogger('fatal'), jobTypes: makeJobTypes([weeklyType]) };
  const base = { name: 'weekly', cronSchedule: '0 4 * * 1', isEnabled: true, config: {} };
  const weekly = await createJob(ctx, { ...base, type: 'backlink_snapshots' });
  const other = await createJob(ctx, { ...base, type: 'mine' });
  const lookOn = async (day: string): Promise<void> => {
    now = new Date(`${day}T05:00:00Z`);
    await startDueJobs(ctx);
  };
  const newestOf = async (id: string) => (await runsOfJob.page(postgres, id, { limit: 1, offset: 0 }))[0];

  await lookOn('2027-01-11');
  const first = [await newestOf(weekly.id), await newestOf(other.id)];
  await lookOn('2027-01-18');
  assert.deepEqual([await newestOf(weekly.id), await newestOf(other.id)], first, 'both still run');
  for (const run of first) await endRun(ctx, run?.id ?? '', { status: 'completed' });
  await lookOn('2027-01-19');
  assert.notEqual((await newestOf(weekly.id))?.id, first[0]?.id);
  assert.equal((await newestOf(other.id))?.id, first[1]?.id);
});
