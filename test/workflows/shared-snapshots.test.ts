import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFleet, type Fleet, type Member } from '../support/fleet.ts';
import { cloneTestDatabase } from '../support/index.ts';
import { SUMMARY } from '../support/snapshot-run.ts';
import { waitUntil } from '../support/wait-until.ts';

const PATH = '/api/admin/referring-domains/summary';
/** Longer than it takes to send requests to both processes. */
const ANSWER_MS = 3_000;
const ASKING = 3;

interface Taken {
  readonly status: number;
  readonly body: any;
}

const ask = (member: Member, target: string, more: object = {}): Promise<Taken> => member.place.api.post(PATH, { target, ...more });

async function countPaid({ world }: Fleet): Promise<number> {
  return (await world.get('/_sandbox/calls')).body.by_endpoint[SUMMARY] ?? 0;
}

/** Several requests to each process at once, while the provider takes its time. */
async function askBoth(fleet: Fleet, target: string, more: object = {}): Promise<readonly Taken[]> {
  await fleet.world.post('/_sandbox/faults', { match: SUMMARY, kind: 'slow', delay_ms: ANSWER_MS });
  const answers = await Promise.all(fleet.apis.flatMap((member) => Array.from({ length: ASKING }, () => ask(member, target, more))));
  await fleet.world.post('/_sandbox/faults', {});
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
  return answers;
}

test('two processes buy the snapshot of a domain once', { timeout: 300_000 }, async (t) => {
  const fleet = await startFleet(t, { databaseUrl: await cloneTestDatabase(t), apis: 2, workers: 0 });
  const [first, second] = fleet.apis as [Member, Member];

  for (const [what, more] of [
    ['the first time', {}],
    ['and when it is replaced', { refresh: true }],
  ] as const) {
    await t.test(`${what}, and all who ask at once get it`, async () => {
      const before = await countPaid(fleet);
      const answers = await askBoth(fleet, 'mapledigest.com', more);
      assert.equal((await countPaid(fleet)) - before, 1, 'calls that the provider saw');
      assert.equal(answers.filter(({ body }) => body.cost > 0).length, 1, 'requests that say they paid');
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.summary))).size, 1);
    });
  }

  await t.test('one that fails leaves it to the others', async () => {
    const before = await countPaid(fleet);
    await fleet.world.post('/_sandbox/faults', { match: SUMMARY, kind: 'http_500', count: 1 });
    const answers = await Promise.all([ask(first, 'larchcompanion.com'), ask(second, 'larchcompanion.com')]);
    await fleet.world.post('/_sandbox/faults', {});
    assert.deepEqual(
      [200, 502].map((wanted) => answers.filter(({ status }) => status === wanted).length),
      [1, 1],
    );
    assert.equal((await countPaid(fleet)) - before, 2);
  });

  await t.test('one whose process is killed while it asks leaves it to another', async () => {
    const before = await countPaid(fleet);
    await fleet.world.post('/_sandbox/faults', { match: SUMMARY, kind: 'slow', delay_ms: 60_000, count: 1 });
    const lost = ask(first, 'thecobaltbulletin.com').catch(() => undefined);
    await waitUntil(async () => (await countPaid(fleet)) > before, 'the call to arrive');
    await fleet.kill(first);
    await lost;
    const { status, body } = await ask(second, 'thecobaltbulletin.com');
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.cost > 0);
    assert.equal((await countPaid(fleet)) - before, 2);
  });
});
