import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './support/bench.ts';
import { withWorkers, type Side } from './support/engine-workers.ts';

/** As many as the queue has places. */
const RUNNING = 20;
/** Of a release that the process that takes over does not know. */
const NEWER = 5;
const NEWER_WAIT_MS = 10_000;

/** What becomes of the workflows of a killed process (docs/decisions/0016-waits-and-takeovers.md). */
export const takeover: Bench = {
  name: 'takeover',
  summary: `${RUNNING} workflows of a process that is killed, taken over by another one: ours, and the SDK's recovery called at once with the id`,
  run: async () => {
    const [ours, sdk] = [await measure('ours'), await measure('sdk')];
    return {
      rows: [
        { figure: 'ours: from the kill to the last end', value: ours.takeoverMs, unit: 'ms' },
        { figure: "the SDK's recovery: the same, without finding out that the process died", value: sdk.takeoverMs, unit: 'ms' },
        { figure: 'ours: steps begun again', value: ours.repeated, unit: '' },
        { figure: "the SDK's recovery: the same", value: sdk.repeated, unit: '' },
        {
          figure: `ours: of ${NEWER} workflows of a newer release, ended when a process of it is there again`,
          value: ours.newer,
          unit: '',
          bound: { atLeast: NEWER },
        },
        { figure: "the SDK's recovery: the same", value: sdk.newer, unit: '' },
      ],
      notes: ['Ours looks every 2 s. Steps begun again were in flight when the process was killed.'],
    };
  },
};

interface Figures {
  readonly takeoverMs: number;
  readonly repeated: number;
  readonly newer: number;
}

async function measure(side: Side): Promise<Figures> {
  const known = await withWorkers(side, async (start) => {
    const dying = await start({ HANGS: '1' });
    dying.order({ kind: 'hanging', count: RUNNING });
    await dying.waitFor('began', 'hanging', RUNNING);
    const survivor = await start();
    const killedAt = performance.now();
    await dying.kill();
    if (side === 'sdk') survivor.order({ kind: 'recover', executorId: dying.executorId });
    await survivor.waitFor('ended', 'hanging', RUNNING);
    return { takeoverMs: performance.now() - killedAt, repeated: survivor.count('began', 'hanging') };
  });
  const newer = await withWorkers(side, async (start) => {
    const dying = await start({ HANGS: '1', KNOWS_NEWER: '1' });
    dying.order({ kind: 'newer', count: NEWER });
    await dying.waitFor('began', 'newer', NEWER);
    const older = await start();
    await dying.kill();
    if (side === 'sdk') older.order({ kind: 'recover', executorId: dying.executorId });
    older.order({ kind: 'plain', count: 1 });
    await older.waitFor('ended', 'plain', 1);
    const back = await start({ KNOWS_NEWER: '1' });
    await Promise.race([back.waitFor('ended', 'newer', NEWER), sleep(NEWER_WAIT_MS)]);
    return back.count('ended', 'newer');
  });
  return { ...known, newer };
}
