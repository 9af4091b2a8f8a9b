import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '#context';
import type { Judgement } from '../../engine/judgement.ts';
import { blendWithNeighbours } from '../../similarity/blend.ts';
import type { Kind } from '../../similarity/example.ts';
import { findNeighbours } from '../../similarity/find-neighbours.ts';
import { judgeByTaught, type TaughtModels } from './judge-by-taught.ts';
import { getLearned, type Learned } from './learned.ts';
import { applyAcceptedRules } from '../patterns/judge-by-accepted-rules.ts';

/** An item and what a stage says of it. */
export interface JudgedItem {
  readonly item: string;
  readonly judgements: readonly Judgement[];
}

/** Items of each kind that are compared before other work may run: a few milliseconds. */
const PER_TURN = 4;

/**
 * Stage 1: what people taught changes what rules say. Accepted rules come first, then corrected items near the item,
 * then what was said of the item itself. Where nothing was taught the judgements stay as they are, at no cost.
 * @returns judgements in the order of the items
 */
export async function applyTaught(
  ctx: Pick<AppContext, 'postgres'>,
  kind: Kind,
  judged: readonly JudgedItem[],
): Promise<readonly (readonly Judgement[])[]> {
  return await applyInTurns(await getLearned(ctx), kind, judged);
}

async function applyInTurns(
  learned: Learned,
  kind: Kind,
  judged: readonly JudgedItem[],
  models?: TaughtModels,
): Promise<readonly (readonly Judgement[])[]> {
  if (learned.rules.size === 0 && !learned.corrected.has(kind)) return judged.map(({ judgements }) => judgements);
  const applied: (readonly Judgement[])[] = [];
  for (const [at, { item, judgements }] of judged.entries()) {
    applied.push(applyOne(learned, { kind, item, judgements }, models));
    if (at % PER_TURN === PER_TURN - 1) await setImmediate();
  }
  return applied;
}

function applyOne(
  { rules, corrected, blends }: Learned,
  { kind, item, judgements }: JudgedItem & { readonly kind: Kind },
  models?: TaughtModels,
): readonly Judgement[] {
  const byRules = applyAcceptedRules(rules, { kind, item, judgements });
  const neighbours = corrected.get(kind)?.find(item) ?? [];
  const blended = blendWithNeighbours({ kind, item }, byRules, neighbours, blends[kind]);
  const isCorrected = neighbours.some(({ isExact }) => isExact);
  return models === undefined || isCorrected ? blended : judgeByTaught(models, { kind, item }, blended);
}

/**
 * Stage 2: what the model says together with the examples of the index and the corrected items; where that is unsure, what corrections
 * say of items like it by meaning.
 * @returns judgements in the order of the items
 */
export async function applyExamples(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'logger'>,
  kind: Kind,
  judged: readonly JudgedItem[],
): Promise<readonly (readonly Judgement[])[]> {
  const [learned, neighbours] = await Promise.all([
    getLearned(ctx),
    findNeighbours(
      ctx,
      kind,
      judged.map(({ item }) => item),
    ),
  ]);
  const blend = learned.blends[kind];
  const blended = judged.map(({ item, judgements }, at) => ({
    item,
    // Corrections are taken from memory, where they are the newest.
    judgements: blendWithNeighbours(
      { kind, item },
      judgements,
      (neighbours[at] ?? []).filter(({ origin }) => origin !== 'correction'),
      blend,
    ),
  }));
  return await applyInTurns(learned, kind, blended, learned.taught.get(kind));
}
