import type { Estimate } from '#areas/costs/index.ts';
import { toOwnerId } from '#areas/keywords/index.ts';
import {
  assertNotArchived,
  DEFAULT_LANGUAGE_CODE,
  requireRoom,
  type Project,
  getProject,
  type ProjectReader,
} from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import { newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { toSearchRequest } from './app-keyword-search.workflow.ts';
import { getAppInProject, type AppInProject } from '../app-ref/app-in-project.ts';
import { upsertTerms, termList, type AppTerms, endTerms, type TermFilter } from './store/terms.ts';
import type { TrackedTerm } from './term.ts';
import { notFound } from '#kernel/errors.ts';

export interface TrackTermsInput extends AppInProject {
  readonly keywords: readonly string[];
  /** Left out: that of the project, else English. */
  readonly languageCode: string | undefined;
}

export interface TrackTermsResult {
  /** In the order of the request, each once. */
  readonly terms: readonly TrackedTerm[];
  /** Those that this request began to track. */
  readonly begun: ReadonlySet<string>;
  /** The first check of the new ones; null: none is new, or the project is paused. */
  readonly workflowId: string | null;
}

type TrackContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'config' | 'workflows' | 'searchData'>;

const DAYS_A_MONTH = 30;
/** Most terms of one project: as many as its visibility counts. */
const TERMS_MAX = 10_000;

/**
 * Follows the positions of an app in the store search for terms. What is new is searched for now, and then once a day;
 * what is tracked already stays as it is and starts nothing.
 * @throws AppError `Project not found`, `Project is archived`, `App not found`; 409 beyond 10,000 terms of a project
 */
export async function trackTerms(ctx: TrackContext, input: TrackTermsInput): Promise<TrackTermsResult> {
  const order = await resolve(ctx, input);
  return await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now();
    const begun = new Set(await upsertTerms(tx, { ...order.terms, now, nextCheckAt: now }));
    if (begun.size > 0) await requireRoomForTerms(tx, input.projectId);
    const workflowId = begun.size === 0 || order.project.status !== 'active' ? null : await enqueueSearch(ctx, tx, order, [...begun]);
    const { keywords, ...filter } = order.terms;
    const listed = await termList.page(tx, { ...filter, keywords }, { limit: keywords.length, offset: 0 });
    const byKeyword = new Map(listed.map((term) => [term.keyword, term]));
    return { terms: keywords.flatMap((keyword) => byKeyword.get(keyword) ?? []), begun, workflowId };
  });
}

async function requireRoomForTerms(tx: Transaction, projectId: string): Promise<void> {
  await requireRoom(tx, {
    things: 'terms of apps',
    owner: { id: projectId, title: 'A project' },
    max: TERMS_MAX,
    count: () => termList.count(tx, { projectId, isWhole: true }),
    hint: 'Those whose tracking ended count too. Use another project.',
  });
}

/**
 * What tracking would cost: a search for each term that is not tracked yet, now and on each day.
 * @throws AppError `Project not found`, `Project is archived`, `App not found`
 */
export async function estimateTerms(ctx: TrackContext, input: TrackTermsInput): Promise<Estimate> {
  const { terms } = await resolve(ctx, input);
  const { keywords, ...filter } = terms;
  const known = await termList.page(ctx.postgres, { ...filter, keywords }, { limit: keywords.length, offset: 0 });
  const tracked = new Set(known.map(({ keyword }) => keyword));
  const wanted = keywords.filter((keyword) => !tracked.has(keyword));
  const costUsd = sumUsd(wanted.map((keyword) => ctx.searchData.estimateAppDataUsd(toSearchRequest({ ...terms, keyword }))));
  return { calls: wanted.length, costUsd, monthlyCostUsd: costUsd * DAYS_A_MONTH };
}

interface TermOrder {
  readonly project: Project;
  readonly terms: AppTerms & Pick<TrackedTerm, 'ownerId' | 'languageCode'> & { readonly keywords: readonly string[] };
}

async function resolve(ctx: TrackContext, input: TrackTermsInput): Promise<TermOrder> {
  const { project, storefront } = await getAppInProject(ctx, input);
  assertNotArchived(project);
  const { projectId, platform, appId } = input;
  const languageCode = input.languageCode ?? project.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE;
  const keywords = [...new Set(input.keywords.map(normalizeKeyword))];
  const ownerId = toOwnerId(ctx.config, project.organizationId) ?? '';
  return { project, terms: { projectId, platform, storefront, appId, ownerId, languageCode, keywords } };
}

async function enqueueSearch(ctx: TrackContext, tx: Transaction, { terms }: TermOrder, keywords: readonly string[]): Promise<string> {
  const { projectId, ownerId, platform, storefront, languageCode } = terms;
  const subject = { owner_id: ownerId, platform, storefront, language_code: languageCode };
  const input = {
    searches: keywords.map((keyword) => ({ ...subject, keyword })),
    project_ids: [projectId],
    source: 'api' as const,
    ...carriedCauseOf(ctx.caller),
  };
  return await ctx.workflows.enqueue(tx, 'app-keyword-search', input, { id: newId('wf_') });
}

/**
 * Ends the tracking of an app's terms, in every storefront and language unless they are named; all of them without
 * `keywords`. What was measured stays. Untracking twice is the same as once.
 * @returns the terms that were tracked until now
 * @throws AppError `Project not found`; `Keyword not found` when the project has never tracked any of them
 */
export async function untrackTerms(ctx: ProjectReader, given: TermFilter): Promise<string[]> {
  await getProject(ctx, given.projectId);
  const filter = { ...given, keywords: given.keywords?.map(normalizeKeyword) };
  if ((await termList.count(ctx.postgres, { ...filter, isWhole: true })) === 0) throw notFound('Keyword');
  return await endTerms(ctx.postgres, filter);
}
