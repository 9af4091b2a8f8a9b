import { setTimeout as sleep } from 'node:timers/promises';
import { callService, callServiceForText, type ServiceAddress } from './remote/call-service.ts';
import type { Json } from './remote/remote-command.ts';
import { showRows, type ShownColumn } from './remote/show.ts';
import { formatPlural } from '#kernel/text.ts';

export interface ResearchFlags extends ServiceAddress {
  readonly project?: string;
  readonly category?: readonly string[];
  readonly location?: readonly string[];
  readonly appName?: readonly string[];
  readonly keywords?: number;
  readonly maxCost?: number;
  readonly top: number;
  readonly dryRun?: true;
  readonly csv?: true;
}

const POLL_MS = 500;
const COLUMNS: readonly ShownColumn[] = [
  ['KEYWORD', (keyword) => keyword.keyword],
  ['SCORE', (keyword) => keyword.score?.toFixed(0), 'right'],
  ['VOLUME', (keyword) => keyword.search_volume, 'right'],
  ['CPC', (keyword) => keyword.cpc, 'right'],
  ['DIFFICULTY', (keyword) => keyword.keyword_difficulty, 'right'],
  ['INTENT', (keyword) => keyword.primary_intent],
  ['BRAND', (keyword) => (keyword.brand_flag === true ? 'yes' : '')],
  ['PAGE', (keyword) => keyword.target_url],
];

/**
 * `sightline research`: from a website to a list of keywords, by the running service. Progress goes to standard error, the
 * table or the CSV to standard output.
 * @throws RefusedError when the service refuses; Error when the run fails
 */
export async function runResearch(url: string, flags: ResearchFlags): Promise<void> {
  const begun = await post('/run', { url, async: true, ...toProject(flags), limits: toLimits(flags) }, flags);
  const runId: string = begun.run_id;
  const { enrichment } = await waitUntil(runId, 'awaiting_category_confirmation', flags);
  const { business_type: type, business_focus: focus, high_level_categories: recommended } = enrichment;
  report(`${String(type)}: ${String(focus)}`);
  const categories = flags.category ?? listSure(recommended);
  const confirmation = { confirmed_categories: categories, locations: flags.location ?? [], app_names: flags.appName ?? [] };
  const path = `/run/${runId}/confirm-categories`;
  const { estimate } = await post(path, { ...confirmation, dry_run: true }, flags);
  report(`${categories.join(', ')}\nat most ${formatPlural(estimate.calls, 'call')} and ${estimate.cost_usd} USD`);
  if (flags.dryRun === true) return report(`Nothing was bought. The run ${runId} waits for its confirmation.`);
  for (const warning of (await post(path, confirmation, flags)).warnings) report(warning);
  const record = await waitUntil(runId, 'complete', flags);
  await show(runId, record, flags);
}

/** What is confirmed when none is named: the sure ones, or else the surest. */
function listSure(recommended: readonly { readonly path: string; readonly is_confident: boolean }[]): string[] {
  const sure = recommended.filter(({ is_confident: isSure }) => isSure);
  return (sure.length > 0 ? sure : recommended.slice(0, 1)).map(({ path }) => path);
}

async function show(runId: string, record: Json, flags: ResearchFlags): Promise<void> {
  for (const { step, message } of record.errors) report(`${String(step)}: ${String(message)}`);
  const { harvest, cost_usd: costUsd } = record;
  if (flags.csv === true) {
    process.stdout.write(await callServiceForText({ method: 'GET', path: `/run/${runId}/keywords.csv` }, flags));
  } else {
    const query = { limit: String(flags.top) };
    const { keywords } = (await callService({ method: 'GET', path: `/run/${runId}/keywords`, query }, flags)) as Json;
    process.stdout.write(`${showRows(COLUMNS, keywords, 'No keyword was found.')}\n`);
  }
  report(
    `${formatPlural(harvest.kept_keywords, 'keyword')} in ${formatPlural(harvest.clusters, 'group')}, ${harvest.irrelevant_keywords} kept apart, ${costUsd} USD: ${runId}`,
  );
}

/** @throws Error when the run fails first */
async function waitUntil(runId: string, wanted: string, address: ServiceAddress): Promise<Json> {
  for (let said = ''; ; await sleep(POLL_MS)) {
    const record = (await callService({ method: 'GET', path: `/run/${runId}/status` }, address)) as Json;
    if (record.status === wanted) return record;
    if (record.status === 'failed') throw new Error(`The run ${runId} has failed: ${String(record.error)}`);
    const step: string = record.progress.current_step ?? record.status;
    if (step !== said) report(`... ${step}`);
    said = step;
  }
}

async function post(path: string, body: object, address: ServiceAddress): Promise<Json> {
  return (await callService({ method: 'POST', path, body }, address)) as Json;
}

function toProject({ project }: ResearchFlags): object {
  return project === undefined ? {} : { project_id: project };
}

function toLimits({ keywords, maxCost }: ResearchFlags): object {
  return { ...(keywords === undefined ? {} : { keywords_max: keywords }), ...(maxCost === undefined ? {} : { cost_usd_max: maxCost }) };
}

/** Prints what happens, beside the result. */
function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
