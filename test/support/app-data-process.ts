/**
 * A service that asks about app stores, to be killed: `node app-data-process.ts <doubt in ms> <requests as JSON>
 * [<id of a workflow>...]`, its settings in the environment. Each of the workflows asks all questions, and every start
 * goes on with them; once they have ended it says so in a line of JSON, with what the first of them got.
 */
import { joinWith } from '#areas/index.ts';
import { readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import { startApp } from '../../src/app.ts';
import { appDataArea, type StoresAsked } from './app-data-area.ts';
import { settleAll } from './queue-run.ts';

const [doubtMs = '', requests = '[]', ...given] = process.argv.slice(2);
const LOOK_MS = 100;
const SWEEP_MS = 30_000;
/** Longer than the simulated provider takes. An answer that a killed process had fetched is no longer listed as finished. */
const ASK_AFTER_MS = 10_000;

const { context } = await startApp(readConfig(process.env), {
  logger: makeLogger('fatal'),
  doubtMs: Number(doubtMs),
  areas: joinWith([appDataArea]).map((area) => ({ ...area, schedules: [] })),
});
const { workflows } = context;
const input = { requests: JSON.parse(requests) as AppDataRequest[] };
const ids = given.length === 0 ? ['wf_app_data'] : given;
for (const id of ids) await workflows.start('test-ask-stores', input, { id });
process.stdout.write('ready\n');
const outputs = await Promise.all(ids.map(endAsking));
await settleAll(context);
process.stdout.write(`${JSON.stringify(outputs[0])}\n`);

async function endAsking(id: string): Promise<StoresAsked> {
  for (;;) {
    const ended = await workflows.waitFor<StoresAsked>(id, LOOK_MS);
    if (ended !== undefined) return ended.output;
    // What was delivered while no process was there is collected.
    const sweep = await workflows.start('serp-sweep', { poll_after_ms: 0, ask_after_ms: ASK_AFTER_MS });
    await workflows.waitFor(sweep, SWEEP_MS);
  }
}
