import { findProject } from '#areas/projects/index.ts';
import { canSeeProject, isBound, type Caller } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Stores } from '#stores/types.ts';
import { findRawAnswers, type RawAnswers } from '../evidence/raw-answers.ts';
import { readResults } from '../results/read-results.ts';
import { findRunRecord, type RunRecord } from './store/run-record.ts';

export interface RunDetails {
  readonly run: RunRecord;
  readonly items: readonly SerpItem[];
  /** The provider's answers as received; empty when none came or they are not kept. */
  readonly evidence: RawAnswers;
}

/**
 * A run with its results and the provider's raw answers, as long as they are kept. Bound keys see runs first
 * requested by their own projects.
 * @throws AppError `Run not found`; as `readResults`
 */
export async function getSerpRun(
  ctx: Pick<Stores, 'postgres' | 'clickhouse'> & { readonly caller: Caller },
  runId: string,
): Promise<RunDetails> {
  const found = await findRunRecord(ctx.postgres, runId);
  if (found === undefined || !(await canSeeRun(ctx, found.run))) throw notFound('Run');
  const items = (await readResults(ctx, [found.place])).get(runId) ?? [];
  return { run: found.run, items, evidence: await findRawAnswers(ctx, runId) };
}

async function canSeeRun({ postgres, caller }: { postgres: Sql; caller: Caller }, { projectId }: RunRecord): Promise<boolean> {
  if (!isBound(caller)) return true;
  const project = projectId === null ? undefined : await findProject(postgres, projectId);
  return project !== undefined && canSeeProject(caller, project);
}
