import { setTimeout as sleep } from 'node:timers/promises';
import { callService, type ServiceAddress } from './remote/call-service.ts';
import type { Json } from './remote/remote-command.ts';
import { formatPlural } from '#kernel/text.ts';

export interface CrawlFlags extends ServiceAddress {
  readonly category?: readonly string[];
  readonly chart?: readonly string[];
  readonly device?: string;
  readonly storefront?: string;
  readonly depth: string;
  readonly limit?: number;
  readonly dryRun?: true;
  readonly json?: true;
}

const POLL_MS = 500;
/** The newest runs, among which the crawl is looked for. */
const RUNS = '100';

/**
 * `sightline apps crawl`: crawls categories of a store by the running service, and waits for the end. Progress goes to
 * standard error.
 * @throws RefusedError when the service refuses; Error when the crawl fails
 */
export async function runAppsCrawl(platform: string, flags: CrawlFlags): Promise<void> {
  const body = {
    platform,
    related_app_depth: Number(flags.depth),
    ...(flags.category === undefined ? {} : { category_ids: flags.category }),
    ...(flags.chart === undefined ? {} : { chart_types: flags.chart }),
    ...(flags.device === undefined ? {} : { device: flags.device }),
    ...(flags.storefront === undefined ? {} : { storefront: flags.storefront }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
  };
  const plan = await start({ ...body, dry_run: true }, flags);
  report(
    `${formatPlural(plan.categories.length, 'category', 'categories')}, about ${formatPlural(plan.estimated_apps, 'app')}, ${plan.estimated_duration}, ${plan.estimate.cost_usd} USD`,
  );
  if (flags.dryRun === true) return print(plan, flags, 'Nothing was read.');
  const { run_id: runId } = await start(body, flags);
  const run = await waitForEnd(runId, flags);
  print(run, flags, toLine(run));
  if (run.status === 'failed') throw new Error(`The crawl ${String(runId)} has failed: ${String(run.error)}`);
}

async function waitForEnd(runId: string, address: ServiceAddress): Promise<Json> {
  for (let said = ''; ; await sleep(POLL_MS)) {
    const { runs } = (await callService({ method: 'GET', path: '/api/admin/crawl-runs', query: { limit: RUNS } }, address)) as Json;
    const run = (runs as Json[]).find(({ id }) => id === runId);
    if (run === undefined) throw new Error(`The service no longer lists the crawl ${runId}.`);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    const line = toLine(run);
    if (line !== said) report(`... ${line}`);
    said = line;
  }
}

function toLine({ id, status, metadata, total_cost_usd: costUsd }: Json): string {
  const { categories_processed: done, categories_queued: all, apps_discovered: apps, errors } = metadata;
  return `${String(status)}: ${done} of ${formatPlural(all, 'category', 'categories')}, ${formatPlural(apps, 'new app')}, ${formatPlural(errors, 'error')}, ${costUsd} USD: ${String(id)}`;
}

async function start(body: object, address: ServiceAddress): Promise<Json> {
  return (await callService({ method: 'POST', path: '/api/admin/start-crawl', body }, address)) as Json;
}

function print(answer: Json, { json }: CrawlFlags, line: string): void {
  process.stdout.write(`${json === true ? JSON.stringify(answer, undefined, 2) : line}\n`);
}

/** Prints what happens, beside the result. */
function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
