import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordsAnswer } from '#providers/search-data/index.ts';
import { askInParts } from '../answers/ask-in-parts.ts';
import type { Asked } from '../answers/ask-once.ts';
import { toWriter } from '../answers/to-writer.ts';
import { updateUnanswered, type HeldSubject } from '../metrics/store/metric-batches.ts';
import type { FiguresQuestion, FiguresSubjects, StoredFigures } from './figures.ts';
import { keepFigures, toAskedAt } from './keep-figures.ts';

export type FiguresContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData' | 'config'>;

const TOO_LONG = 'The keyword is longer than the provider takes';

export interface FiguresAsking {
  readonly question: FiguresQuestion;
  readonly subjects: FiguresSubjects;
  readonly scope: SpendScope;
  readonly heldBy: string;
}

interface HeldAsking extends FiguresAsking {
  readonly held: readonly HeldSubject[];
  readonly signal: AbortSignal;
}

/** Asks about subjects that are held, in as few calls as can be. */
export async function askFigures(ctx: FiguresContext, asking: HeldAsking): Promise<Asked<StoredFigures>> {
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
