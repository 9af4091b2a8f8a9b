import type { AppContext } from '#context';
import { AppError, messageOf } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import { readOwnExamples } from '../models/examples.ts';
import { addExamples, toExampleRows } from './add-examples.ts';
import { groupExamples } from './analytics.ts';
import { forgetExamples } from './count-examples.ts';
import { TASKS } from './embed-item.ts';
import { KINDS, type Example, type Kind } from './example.ts';
import { listSureDomains } from './store.ts';

export interface LoadedExamples {
  readonly loaded: number;
  readonly byKind: Readonly<Partial<Record<Kind, number>>>;
}

type LoadContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/** Rows of one transaction. */
const PER_WRITE = 500;
/** People wrote them. */
const SEED_CONFIDENCE = 95;

/**
 * Puts the examples that ship with the service into the index.
 * @throws AppError 400 `VECTORIZE_BACKLINK binding required` when there is no index
 */
export async function loadSeedExamples(ctx: LoadContext): Promise<LoadedExamples> {
  return await load(ctx, KINDS.flatMap(listSeeds));
}

/**
 * Puts domains that were classified with that confidence into the index, the surest first.
 * @throws AppError 400 `VECTORIZE_BACKLINK binding required` when there is no index
 */
export async function loadClassifiedDomains(
  ctx: LoadContext,
  order: { readonly confidenceMin: number; readonly limit: number },
): Promise<LoadedExamples> {
  const domains = await listSureDomains(ctx.postgres, order);
  return await load(
    ctx,
    domains.map(({ item, confidence, labels }) => ({ kind: 'domain', item, confidence, labels, origin: 'learned' })),
  );
}

function listSeeds(kind: Kind): Example[] {
  return readOwnExamples(TASKS[kind]).trained.map(({ input, labels }) => {
    const preferred = Object.entries(labels).flatMap(([dimension, [label]]) => (label === undefined ? [] : [[dimension, label] as const]));
    return { kind, item: input, labels: Object.fromEntries(preferred), confidence: SEED_CONFIDENCE, origin: 'seed' };
  });
}

async function load(ctx: LoadContext, examples: readonly Example[]): Promise<LoadedExamples> {
  await requireIndex(ctx);
  for (const group of toGroups(examples, PER_WRITE)) {
    const rows = await toExampleRows(ctx, group);
    await ctx.postgres.transaction((tx) => addExamples(ctx, tx, rows));
  }
  await ctx.outbox.tryFlush();
  forgetExamples(ctx);
  const byKind = Object.fromEntries(KINDS.map((kind) => [kind, examples.filter((example) => example.kind === kind).length] as const));
  return { loaded: examples.length, byKind };
}

async function requireIndex({ clickhouse }: Pick<AppContext, 'clickhouse'>): Promise<void> {
  try {
    await groupExamples(clickhouse);
  } catch (cause) {
    throw new AppError('invalid', 'VECTORIZE_BACKLINK binding required', {
      message: `the similarity index cannot be asked: ${messageOf(cause)}`,
      hint: 'The index is a table of ClickHouse: check CLICKHOUSE_URL, and run sightline migrate.',
      cause,
    });
  }
}
