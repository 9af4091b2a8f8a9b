import type { WorkflowContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import type { SpendScope } from '#providers/metering.ts';
import { REVIEW_BELOW } from '../engine/stage.ts';
import { toUrlItem } from '../pipelines/items.ts';
import type { Classified } from '../pipelines/classified.ts';
import type { ClassifyOptions } from '../pipelines/options.ts';
import { forWorkflow } from '../pipelines/rounds.ts';
import { loadVerbs } from '../queue/load-verbs.ts';
import { findBrands } from '../records/find-brands.ts';
import type { Kind } from '../records/classification.ts';
import type { JudgedStatus, ListItem, ListRecord } from './list.ts';
import { listWaiting, updateJudgedItems, type JudgedItem } from './store/items.ts';

/** Items of a step: few where pages are read or a language model is asked, so that progress is seen and a crash repeats little. */
const PER_STEP = { free: 200, costly: 20 } as const;

export interface GroupWork {
  readonly list: Pick<ListRecord, 'id' | 'projectId' | 'skipFetch' | 'skipLlm'>;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
  /** What fails now is not tried again, and is kept as failed. */
  readonly isLastTry: boolean;
}

/**
 * Classifies the items whose turn it is and keeps what they are. A crash in between repeats nothing that was paid for:
 * the items wait still, and what is known of them comes from the cache.
 * @returns how many there were; 0: none is left
 * @throws the first failure that may pass, once the others are kept
 */
export async function classifyGroup(ctx: WorkflowContext, work: GroupWork): Promise<number> {
  const { list, isLastTry } = work;
  const isFree = list.skipFetch && (list.skipLlm || !ctx.llm.isConfigured);
  const items = await listWaiting(ctx.postgres, list.id, isFree ? PER_STEP.free : PER_STEP.costly);
  const kind = items[0]?.kind;
  if (kind === undefined) return 0;
  const lines = new Map(items.map(({ subject, line }) => [subject, line]));
  const judged = await VERBS[kind](ctx, items, work);
  // An item without a judgement would wait for ever.
  const lost = items.find(({ subject }) => !judged.some((one) => one.subject === subject));
  if (lost !== undefined) throw new Error(`line ${lost.line} got no judgement`);
  const ended = judged.filter(({ failure }) => isLastTry || failure === undefined);
  const rows = ended.flatMap((one) => toRow(one, lines.get(one.subject)) ?? []);
  await updateJudgedItems(ctx.postgres, list.id, rows);
  const failure = isLastTry ? undefined : judged.find((one) => one.failure !== undefined)?.failure;
  if (failure !== undefined) throw failure;
  return items.length;
}

type Verb = (ctx: WorkflowContext, items: readonly ListItem[], work: GroupWork) => Promise<Classified[]>;

const VERBS: Readonly<Record<Kind, Verb>> = {
  domain: async (ctx, items, work) => {
    const { keepDomains } = await loadVerbs();
    return await keepDomains(
      ctx,
      items.map(({ subject }) => ({ host: subject })),
      toOptions(work),
    );
  },
  url: async (ctx, items, work) => {
    const { keepUrls } = await loadVerbs();
    const { urls, domains } = await keepUrls(
      ctx,
      items.flatMap(({ subject }) => toUrlItem(subject) ?? []),
      toOptions(work),
    );
    // What a host cost is booked on the first of its pages.
    const paid = new Map(domains);
    return urls.map((url) => {
      const host = toUrlItem(url.subject)?.host ?? '';
      const domain = paid.get(host);
      paid.delete(host);
      return { ...url, failure: url.failure ?? domain?.failure, costUsd: sumUsd([url.costUsd, domain?.costUsd ?? 0]) };
    });
  },
  keyword: async (ctx, items, work) => {
    const { keepKeywords } = await loadVerbs();
    const brands = await findBrands(ctx.postgres, { projectId: work.list.projectId ?? undefined });
    return await keepKeywords(ctx, { texts: items.map(({ subject }) => subject), brands }, toOptions(work));
  },
};

function toOptions({ list: { skipFetch, skipLlm }, scope, signal }: GroupWork): ClassifyOptions {
  return forWorkflow({ skipFetch, skipLlm, scope, signal });
}

function toRow(one: Classified, line: number | undefined): JudgedItem | undefined {
  if (line === undefined) return undefined;
  return {
    line,
    status: toStatus(one),
    reason: one.skipReason ?? null,
    verdicts: one.verdicts,
    confidence: Math.round(one.confidence),
    source: one.source,
    is_cached: one.isCached,
    model_version: one.version ?? null,
    cost_usd: one.costUsd,
    classified_at: one.classifiedAt,
  };
}

/** What came of an item, for a person. */
function toStatus({ source, skipReason, confidence }: Classified): JudgedStatus {
  if (skipReason === 'budget_exceeded' || skipReason === 'daily_budget_exceeded') return 'over_budget';
  if (source === 'failed' || source === 'skipped_domain_unavailable' || skipReason === 'llm_failed') return 'failed';
  return confidence < REVIEW_BELOW ? 'unsure' : 'classified';
}
