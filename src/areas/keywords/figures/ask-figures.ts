import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { Bought } from '#purchases/index.ts';
import type { KeywordsAnswer } from '#providers/search-data/index.ts';
import { askInParts, type AskedKeyword } from '../answers/ask-in-parts.ts';
import { toWriter } from '../answers/to-writer.ts';
import { updateUnanswered } from '../metrics/store/metric-batches.ts';
import type { FiguresQuestion, FiguresSubjects, StoredFigures } from './figures.ts';
import { keepFigures, toAskedAt } from './keep-figures.ts';

export type FiguresContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData' | 'config' | 'purchases'>;

const TOO_LONG = 'The keyword is longer than the provider takes';

export interface FiguresAsking {
  readonly question: FiguresQuestion;
  readonly subjects: FiguresSubjects;
  readonly scope: SpendScope;
}

interface Asking extends FiguresAsking {
  readonly asked: readonly AskedKeyword[];
  readonly signal: AbortSignal;
}

/** Asks about subjects in as few calls as can be. */
export async function askFigures(ctx: FiguresContext, asking: Asking): Promise<Bought<StoredFigures>> {
  const { asked, subjects } = asking;
  const refuse = async (items: readonly AskedKeyword[], reason: string): Promise<Map<string, StoredFigures>> => {
    const refused = { ...toAskedAt(ctx.clock.now(), 'refused'), status: 'refused', problem: reason, batchMax: 1 } as const;
    const ids = items.map(({ id }) => id);
    await updateUnanswered(ctx.postgres, ids, refused);
    return new Map(ids.map((id) => [id, { askedAt: refused.askedAt, state: 'refused', reason }]));
  };
  const tooLong = await refuse(
    asked.filter(({ keyword }) => !ctx.searchData.takesKeyword(keyword)),
    TOO_LONG,
  );
  const bought = await askInParts(
    asked.filter(({ id }) => !tooLong.has(id)),
    {
      perCall: ctx.searchData.keywordsPerCall(subjects.source),
      refuse,
      ask: async (items) => await askCall(ctx, { ...asking, asked: items }),
    },
  );
  return { ...bought, answers: new Map([...tooLong, ...bought.answers]) };
}

/** One call; its answer is written in the transaction that books its price. */
async function askCall(ctx: FiguresContext, { question, subjects, scope, asked, signal }: Asking) {
  const { byId: _byId, ...market } = subjects;
  const withClickstream = question.withClickstream === true && market.source === 'labs';
  const answers = new Map<string, StoredFigures>();
  const record = toWriter<KeywordsAnswer>(ctx.postgres, async (answer, tx) => {
    if (answer.state !== 'answered') return;
    const askedAt = ctx.clock.now();
    const known = await keepFigures(ctx, tx, { asked, answer, withClickstream, askedAt });
    for (const { id } of asked) {
      const figures = known.get(id);
      answers.set(id, figures === undefined ? { askedAt, state: 'unknown' } : { askedAt, state: 'known', figures });
    }
  });
  const request = { ...market, keywords: asked.map(({ keyword }) => keyword), withClickstream };
  const answer = await ctx.searchData.fetchKeywords(request, scope, { signal, record });
  return answer.state === 'answered' ? ({ ...answer, answers } as const) : answer;
}
