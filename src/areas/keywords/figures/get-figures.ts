import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordsAnswer } from '#providers/search-data/index.ts';
import { askInParts } from '../answers/ask-in-parts.ts';
import { askOnce, type AnswerStore, type Asked } from '../answers/ask-once.ts';
import { insertReads } from '../answers/readers.ts';
import { toWriter } from '../answers/to-writer.ts';
import { toWaitMs } from '../answers/wait.ts';
import type { MetricsSubject } from '../metrics.ts';
import { updateUnanswered, type HeldSubject } from '../store/metric-batches.ts';
import { insertSubjects } from '../store/metrics.ts';
import {
  toFreshness,
  toSubjects,
  type FiguresOutcome,
  type FiguresQuestion,
  type FiguresResult,
  type FiguresSubjects,
  type StoredFigures,
} from './figures.ts';
import { keepFigures, toAskedAt } from './keep-figures.ts';
import { listSources } from './source-store.ts';
import { extendHold, holdSubjects, listFreshFigures, releaseHold } from './store.ts';

export type FiguresContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData' | 'config'>;

export const TOO_LONG = 'The keyword is longer than the provider takes';

/**
 * The figures of keywords: those that came less than a day ago, for whichever project, and the others
 * bought in as few calls as can be. Tracked keywords get them as well.
 * @throws OutsideError; what other calls brought is stored
 * @throws AppError `unavailable` when another asks the same and takes too long
 */
export async function getFigures(
  ctx: FiguresContext,
  question: FiguresQuestion,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<FiguresResult> {
  const subjects = toSubjects(ctx, question);
  const asking = { question, subjects, scope, heldBy: scope.runId ?? newId('req_') };
  const { answers, ...outcome } = await askOnce(ctx, { ...makeAsking(ctx, asking), signal, waitMs: toWaitMs(scope) });
  await insertReads(
    ctx.postgres,
    question.organizationId,
    [...answers].map(([id, { askedAt }]) => ({ id, fetchedAt: askedAt })),
  );
  const sources = question.withClickstream === true ? await listSources(ctx.postgres, [...answers.keys()]) : undefined;
  const named = [...answers].map(([id, stored]) => ({ stored, id, keyword: subjects.byId.get(id)?.normalizedText ?? '' }));
  return {
    ...outcome,
    figures: new Map(
      named.map(({ id, keyword, stored }): [string, FiguresOutcome] => [
        keyword,
        stored.state === 'known' ? { ...stored.figures, ...sources?.get(id) } : stored.state,
      ]),
    ),
    refusals: new Map(named.flatMap(({ keyword, stored }) => (stored.state === 'refused' ? [[keyword, stored.reason] as const] : []))),
  };
}

interface Asking {
  readonly question: FiguresQuestion;
  readonly subjects: FiguresSubjects;
  readonly scope: SpendScope;
  readonly heldBy: string;
}

function makeAsking(ctx: FiguresContext, asking: Asking) {
  const { question, subjects, heldBy } = asking;
  const held = new Map<string, HeldSubject>();
  const store: AnswerStore<StoredFigures> = {
    list: async (ids) => await listFreshFigures(ctx.postgres, ids, toFreshness(ctx, question)),
    hold: async (ids, hold) => {
      const wanted = new Map(ids.toSorted().map((id) => [id, subjects.byId.get(id) as MetricsSubject]));
      await insertSubjects(ctx.postgres, wanted, ctx.clock.now());
      const taken = await holdSubjects(ctx.postgres, ids, { ...hold, fresh: toFreshness(ctx, question) });
      for (const subject of taken) held.set(subject.id, subject);
      return taken.map(({ id }) => id);
    },
    extend: async (ids, hold) => await extendHold(ctx.postgres, ids, hold),
    release: async (ids, by) => await releaseHold(ctx.postgres, ids, by),
  };
  const ask = async (ids: readonly string[], signal: AbortSignal): Promise<Asked<StoredFigures>> =>
    await askHeld(ctx, { ...asking, held: ids.flatMap((id) => held.get(id) ?? []), signal });
  return { ids: [...subjects.byId.keys()], store, heldBy, ask };
}

interface HeldAsking extends Asking {
  readonly held: readonly HeldSubject[];
  readonly signal: AbortSignal;
}

async function askHeld(ctx: FiguresContext, asking: HeldAsking): Promise<Asked<StoredFigures>> {
  const { held, subjects, heldBy } = asking;
  const refuse = async (items: readonly HeldSubject[], reason: string): Promise<Map<string, StoredFigures>> => {
    const refused = { ...toAskedAt(ctx.clock.now(), heldBy, 'refused'), status: 'refused', problem: reason, batchMax: 1 } as const;
    const ids = items.map(({ id }) => id);
    await updateUnanswered(ctx.postgres, ids, refused);
    return new Map(ids.map((id) => [id, { askedAt: refused.askedAt, state: 'refused', reason }]));
  };
  const tooLong = await refuse(
    held.filter(({ keyword }) => !ctx.searchData.takesKeyword(keyword)),
    TOO_LONG,
  );
  const asked = await askInParts(
    held.filter(({ id }) => !tooLong.has(id)),
    {
      perCall: ctx.searchData.keywordsPerCall(subjects.source),
      refuse,
      ask: async (items) => await askCall(ctx, { ...asking, held: items }),
    },
  );
  return { ...asked, answers: new Map([...tooLong, ...asked.answers]) };
}

/** One call; its answer is written in the transaction that books its price. */
async function askCall(ctx: FiguresContext, { question, subjects, scope, held, heldBy, signal }: HeldAsking) {
  const { byId: _byId, ...market } = subjects;
  const withClickstream = question.withClickstream === true && market.source === 'labs';
  const answers = new Map<string, StoredFigures>();
  const record = toWriter<KeywordsAnswer>(ctx.postgres, async (answer, tx) => {
    if (answer.state !== 'answered') return;
    const askedAt = ctx.clock.now();
    const known = await keepFigures(ctx, tx, { heldBy, asked: held, answer, withClickstream, askedAt });
    for (const { id } of held) {
      const figures = known.get(id);
      answers.set(id, figures === undefined ? { askedAt, state: 'unknown' } : { askedAt, state: 'known', figures });
    }
  });
  const request = { ...market, keywords: held.map(({ keyword }) => keyword), withClickstream };
  const answer = await ctx.searchData.fetchKeywords(request, scope, { signal, record });
  return answer.state === 'answered' ? ({ ...answer, answers } as const) : answer;
}
