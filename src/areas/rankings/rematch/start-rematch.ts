import { listWatchedAssets } from '#areas/keywords/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { startOrJoin } from '#workflows/start-or-join.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { RematchCounts } from './rematch-keywords.ts';

export interface RematchInput {
  readonly projectId: string;
  readonly assetId: string | undefined;
  readonly isDryRun: boolean;
}

export type RematchOutput = RematchCounts;

/** How far a rematch has come. */
export interface Rematch {
  readonly workflowId: string;
  readonly isRunning: boolean;
  /** Steps of a few keywords each. */
  readonly done: number;
  readonly total: number;
  readonly output: RematchOutput | undefined;
}

type RematchContext = ProjectReader & Pick<AppContext, 'workflows' | 'cache'> & { readonly postgres: Postgres };

const WORKFLOW = 'rankings-rematch';
/** A request answers within 30 s; what takes longer goes on. */
const WAIT_MS = 20_000;
const STEP_NAME = /^rematch \d+ of (?<total>\d+)$/u;

/**
 * Computes a project's past again from every stored result, for competitors, sites and rules that were added
 * later. A rematch in progress is joined.
 * @returns how it ended, or how far it is when it takes longer than a request may
 * @throws AppError `Project not found`, `Asset not found`
 */
export async function startRematch(ctx: RematchContext, input: RematchInput): Promise<Rematch> {
  const { projectId, assetId } = input;
  await getProject(ctx, projectId);
  const assets = (await listWatchedAssets(ctx.postgres, [projectId])).get(projectId) ?? [];
  if (assetId !== undefined && !assets.some(({ id }) => id === assetId)) throw notFound('Asset');
  const workflowId = await startOrJoinRematch(ctx, input);
  const ended = await ctx.workflows.waitFor<RematchOutput>(workflowId, WAIT_MS);
  return { workflowId, isRunning: ended === undefined, ...(await readProgress(ctx, workflowId)), output: ended?.output };
}

/** @returns the id of the workflow */
export function startOrJoinRematch(
  ctx: Pick<AppContext, 'workflows' | 'cache'>,
  { projectId, assetId, isDryRun }: RematchInput,
): Promise<string> {
  const input = { project_id: projectId, ...(assetId === undefined ? {} : { asset_id: assetId }), dry_run: isDryRun };
  const subject = [projectId, assetId ?? '', String(isDryRun)];
  return startOrJoin(ctx, { workflow: WORKFLOW, subject }, (id) => ctx.workflows.start(WORKFLOW, input, { id }));
}

async function readProgress({ workflows }: Pick<AppContext, 'workflows'>, workflowId: string): Promise<{ done: number; total: number }> {
  const steps = (await workflows.listSteps(workflowId)).filter(({ name }) => STEP_NAME.test(name));
  const total = Number(STEP_NAME.exec(steps[0]?.name ?? '')?.groups?.['total'] ?? 0);
  return { done: steps.filter(({ status }) => status === 'completed').length, total };
}
