import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClock, type ShiftableClock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { makeLogger } from '#kernel/logger.ts';
import { keepWorldSchedules } from '#workflows/schedules/world-schedules.ts';
import { startTestApp } from '../support/app.ts';
import { assertOneRunEach, assertPostedOnce, assertStoresAgree } from '../support/queue-run.ts';
import { advanceDay, makeProject, track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { tick } from './workflows.ts';
import { openWorld, type World } from './world.ts';

const SCHEDULES = [
  { name: 'early', cron: '0 2 * * *' },
  { name: 'late', cron: '0 10 * * *' },
  { name: 'weekly', cron: '0 4 * * 1' },
].map((schedule) => ({ ...schedule, workflow: 'tick', input: { from: schedule.name } }));
const NAMES = new Set(SCHEDULES.map(({ name }) => name));

/** The instants that were begun, in order, as `<schedule> <day>`. */
async function listBegun({ postgres }: World): Promise<string[]> {
  const { rows } = await postgres.query<{ id: string }>(
    `select workflow_uuid as id from dbos.workflow_status where name = 'tick' order by created_at, workflow_uuid`,
  );
  return rows.map(({ id }) => id.replace(/^sched-(\w+)-(\d{4}-\d\d-\d\d)T.*$/u, '$1 $2'));
}

function setDate(clock: ShiftableClock, date: string): void {
  clock.shift(Date.parse(date) - Date.now());
}

test('schedules follow a simulated world: each instant once, in order, over jumps, several keepers and a restart', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const worldClock = makeClock();
  // A Tuesday.
  setDate(worldClock, '2030-01-01T12:00:00Z');
  const first = await world.start([tick], { schedules: SCHEDULES, worldClock });
  // As another process would.
  const stopOther = keepWorldSchedules({ postgres, worldClock, names: NAMES, logger: makeLogger('fatal') });
  t.after(stopOther);
  const day2 = ['early 2030-01-02', 'late 2030-01-02'];
  const arrive = async (date: string, expected: readonly string[]): Promise<void> => {
    setDate(worldClock, date);
    await waitUntil(async () => (await listBegun(world)).length >= expected.length, `what is due at ${date}`);
    assert.deepEqual(await listBegun(world), expected);
  };
  await arrive('2030-01-02T12:00:00Z', day2);
  // Of six days at once the last instant of each schedule counts.
  const week = [...day2, 'weekly 2030-01-07', 'early 2030-01-08', 'late 2030-01-08'];
  await arrive('2030-01-08T12:00:00Z', week);
  const { rows } = await postgres.query<{ last: string }>(
    `select last_fired_at as last from dbos.workflow_schedules where schedule_name = 'weekly'`,
  );
  assert.equal(rows[0]?.last, '2030-01-07T04:00:00.000Z');

  await stopOther();
  await first.stop();
  setDate(worldClock, '2030-01-09T03:00:00Z');
  const second = await world.start([tick], { schedules: SCHEDULES, worldClock });
  await arrive('2030-01-09T03:00:00Z', [...week, 'early 2030-01-09']);
  // A date that is set back brings nothing a second time.
  setDate(worldClock, '2030-01-08T01:00:00Z');
  setDate(worldClock, '2030-01-08T03:00:00Z');
  await arrive('2030-01-09T11:00:00Z', [...week, 'early 2030-01-09', 'late 2030-01-09']);
  await second.stop();

  const state = async (): Promise<string[]> => {
    const found = await postgres.query<{ status: string }>('select distinct status from dbos.workflow_schedules');
    return found.rows.map(({ status }) => status);
  };
  assert.deepEqual(await state(), ['PAUSED'], 'none goes by the time of the machine');
  const real = await world.start([tick], { schedules: SCHEDULES });
  assert.deepEqual(await state(), ['ACTIVE'], 'without a sandbox they all do');
  await real.stop();
});

test('a stop while several schedules are due waits for the one under way alone, and another process begins the rest', async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const [worldClock, otherClock] = [makeClock(), makeClock()];
  for (const clock of [worldClock, otherClock]) setDate(clock, '2030-01-01T12:00:00Z');
  const other = await world.start([tick], { schedules: SCHEDULES, worldClock: otherClock });
  const stopped = Promise.withResolvers<void>();
  const stopsAtFirst: typeof postgres = {
    ...postgres,
    query: (text, ...more) => {
      if (text.startsWith('update')) stopped.resolve(stop());
      return postgres.query(text, ...more);
    },
  };
  const stop = keepWorldSchedules({ postgres: stopsAtFirst, worldClock, names: NAMES, logger: makeLogger('fatal') });
  setDate(worldClock, '2030-01-02T12:00:00Z');
  await stopped.promise;
  assert.deepEqual(await listBegun(world), ['early 2030-01-02']);
  setDate(otherClock, '2030-01-02T12:00:00Z');
  await waitUntil(async () => (await listBegun(world)).length > 1, 'the other one');
  assert.deepEqual(await listBegun(world), ['early 2030-01-02', 'late 2030-01-02']);
  await other.stop();
});

const KEYWORDS = ['invoicing software', 'invoice generator', 'invoice template'];

test("a day of the sandbox brings each tracked keyword's check once, by itself", async (t) => {
  const app = await startTestApp(t, { hasSchedules: true });
  const { api, sandbox } = app;
  const date: string = (await sandbox.get('/_sandbox/clock')).body.now.slice(0, 10);
  await sandbox.post('/_sandbox/clock', { now: new Date(Date.parse(`${date}T12:00:00Z`) + DAY_MS).toISOString() });
  const projectId = await makeProject(api, ['invoicenest.com'], 'org_by_itself');
  await track(app, projectId, KEYWORDS);
  const countDays = async (): Promise<number> => {
    const { body } = await api.get(`/api/rankings?project_id=${projectId}&start_date=2000-01-01&limit=200`);
    return new Set(body.rankings.map((row: { keyword_id: string; check_date: string }) => `${row.keyword_id} ${row.check_date}`)).size;
  };
  for (const day of [1, 2]) {
    await advanceDay(app);
    await waitUntil(async () => (await countDays()) === KEYWORDS.length * (day + 1), `the checks of day ${day}`);
    await assertPostedOnce(sandbox, KEYWORDS.length * day);
  }
  await assertOneRunEach(app.app.context);
  await assertStoresAgree(app.app.context);
});
