import type { Bench } from './support/bench.ts';
import { WAITS_MS } from './support/engine-waits.ts';
import { withWorkers, type Side } from './support/engine-workers.ts';

const FAILING = 100;
const PLAIN = 100;
const RATIO_MIN = 2;

/** What it gives that a workflow leaves its place while a step waits for its next try (docs/decisions/0016-waits-and-takeovers.md). */
export const stepRetries: Bench = {
  name: 'step-retries',
  summary: `${FAILING} workflows whose step fails three times, then ${PLAIN} that work, on a queue of 20 places; waits of ${WAITS_MS.join(', ')} ms`,
  run: async () => {
    const [ours, sdk] = [await measure('ours'), await measure('sdk')];
    return {
      rows: [
        { figure: 'ours: until those that work have ended', value: ours.plainMs, unit: 'ms' },
        { figure: "the SDK's retries: the same", value: sdk.plainMs, unit: 'ms' },
        { figure: 'of the SDK', value: sdk.plainMs / ours.plainMs, unit: 'x', bound: { atLeast: RATIO_MIN } },
        { figure: 'ours: until all have ended', value: ours.allMs, unit: 'ms' },
        { figure: "the SDK's retries: the same", value: sdk.allMs, unit: 'ms' },
        { figure: 'of the SDK', value: sdk.allMs / ours.allMs, unit: 'x', bound: { atLeast: RATIO_MIN } },
      ],
      notes: ['The waits are a tenth of those of the service.'],
    };
  },
};

async function measure(side: Side): Promise<{ readonly plainMs: number; readonly allMs: number }> {
  return await withWorkers(side, async (start) => {
    const worker = await start();
    const startedAt = performance.now();
    worker.order({ kind: 'failing', count: FAILING });
    worker.order({ kind: 'plain', count: PLAIN });
    await worker.waitFor('ended', 'plain', PLAIN);
    const plainMs = performance.now() - startedAt;
    await worker.waitFor('ended', 'failing', FAILING);
    return { plainMs, allMs: performance.now() - startedAt };
  });
}
