import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { startBenchApp, type BenchApp } from '../support/app.ts';
import type { BenchRow } from '../support/bench.ts';

const KEYWORDS = 20;
const PLACES = 30;
/** A round is quiet after ten minutes: here after a hundredth of it, as all waits are, while the work takes what it takes. */
const TIMES_FASTER = 100;
const RETRY_WAITS_MS = [5, 10, 20].map((seconds) => (seconds * SECOND_MS) / TIMES_FASTER);
const MINUTES_MAX = 11;
const LOOK_MS = 5;
const PATIENCE_MS = 120_000;

interface Sent {
  readonly path: string;
  /** Real time, epoch milliseconds. */
  readonly ts: number;
}

/** From the end of a day's last check to the message about a fall of that day, at a receiver. */
export async function measureDelay(): Promise<BenchRow> {
  const environment = { ALERT_PRESETS: 'off', KEYWORD_ENRICHMENT: 'off' };
  const bench = await startBenchApp({ environment, retryWaitsMs: RETRY_WAITS_MS });
  try {
    const endedAt = await makeFall(bench);
    let sent: Sent | undefined;
    while ((sent = (await listSent(bench))[0]) === undefined) await sleep(LOOK_MS);
    const minutes = ((sent.ts - endedAt) * TIMES_FASTER) / MINUTE_MS;
    return { figure: 'from the last check to the message', value: minutes, unit: 'min', bound: { atMost: MINUTES_MAX } };
  } finally {
    await bench.stop();
  }
}

/** @returns when the checks of the day of the fall had ended */
async function makeFall(bench: BenchApp): Promise<number> {
  const { call, app } = bench;
  const { clock, workflows } = app.context;
  const story = await askSandbox<{ site: { domain: string }; keywords: { keyword: string }[] }>(bench, `world/story?keywords=${KEYWORDS}`);
  const keywords = story.keywords.map(({ keyword }) => keyword);
  const { project_id: projectId } = await call<{ project_id: string }>('POST', '/api/projects', {
    name: 'Ours',
    organization_id: 'org_bench',
  });
  const site = story.site.domain;
  await call('POST', '/api/assets', { project_id: projectId, type: 'website', value: site, name: 'Ours', skip_onboarding: true });
  const config = { url: `${app.context.config.sandbox}/_sandbox/webhook` };
  await call('POST', '/api/channels', { kind: 'webhook', name: 'Ours', config, project_id: projectId });
  await call('POST', '/api/alert-rules', { project_id: projectId, name: 'Fell', when: { event: 'dropped', by: 5 } });
  const tracked = keywords.map((keyword) => ({ keyword_text: keyword, depth: 100 }));
  const { serp_tracking: first } = await call<{ serp_tracking: { workflow_id: string } }>('POST', '/api/keywords/track', {
    project_id: projectId,
    keywords: tracked,
  });
  await workflows.waitFor(first.workflow_id, PATIENCE_MS);
  const before = clock.now().getTime();
  await askSandbox(bench, 'clock', { advance_days: 1 });
  while (clock.now().getTime() - before < DAY_MS / 2) await sleep(LOOK_MS);
  await askSandbox(bench, 'world/fall', { domain: site, keywords, places: PLACES, days: 3 });
  await workflows.waitFor(await workflows.start('subscription-dispatch', { project_id: projectId }), PATIENCE_MS);
  return Date.now();
}

async function listSent(bench: BenchApp): Promise<Sent[]> {
  return (await askSandbox<{ entries: Sent[] }>(bench, 'calls')).entries.filter(({ path }) => path === '/_sandbox/webhook');
}

async function askSandbox<Body>({ app }: BenchApp, path: string, body?: object): Promise<Body> {
  const posted = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${app.context.config.sandbox}/_sandbox/${path}`, posted);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}
