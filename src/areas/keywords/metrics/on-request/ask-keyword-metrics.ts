import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { Bought } from '#purchases/index.ts';
import type { KeywordsAnswer } from '#providers/search-data/index.ts';
import { askInParts, type AskedKeyword } from '../../answers/ask-in-parts.ts';
import { toWriter } from '../../answers/to-writer.ts';
import { updateUnanswered } from '../store/metric-batches.ts';
import type { KeywordMetricsQuestion, MetricsSubjects, StoredMetricsAnswer } from './metrics-question.ts';
import { keepMetrics, toAskedAt } from './keep-metrics.ts';

export type KeywordMetricsContext = Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData' | 'config' | 'purchases'>;

const TOO_LONG = 'The keyword is longer than the provider takes';

export interface MetricsAsking {
  readonly question: KeywordMetricsQuestion;
  readonly subjects: MetricsSubjects;
  readonly scope: SpendScope;
}

interface Asking extends MetricsAsking {
  readonly asked: readonly AskedKeyword[];
  readonly signal: AbortSignal;
}

/** Asks about subjects in as few calls as can be. */
export async function askKeywordMetrics(ctx: KeywordMetricsContext, asking: Asking): Promise<Bought<StoredMetricsAnswer>> {
  const { asked, subjects } = asking;
  const refuse = async (items: readonly AskedKeyword[], reason: string): Promise<Map<string, StoredMetricsAnswer>> => {
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
async function askCall(ctx: KeywordMetricsContext, { question, subjects, scope, asked, signal }: Asking) {
  const { byId: _byId, ...market } = subjects;
  const withClickstream = question.withClickstream === true && market.source === 'labs';
  const answers = new Map<string, StoredMetricsAnswer>();
  const record = toWriter<KeywordsAnswer>(ctx.postgres, async (answer, tx) => {
    if (answer.state !== 'answered') return;
    const askedAt = ctx.clock.now();
    const known = await keepMetrics(ctx, tx, { asked, answer, withClickstream, askedAt });
    for (const { id } of asked) {
      const metrics = known.get(id);
      answers.set(id, metrics === undefined ? { askedAt, state: 'unknown' } : { askedAt, state: 'known', metrics });
    }
  });
  const request = { ...market, keywords: asked.map(({ keyword }) => keyword), withClickstream };
  const answer = await ctx.searchData.fetchKeywords(request, scope, { signal, record });
  return answer.state === 'answered' ? ({ ...answer, answers } as const) : answer;
}
