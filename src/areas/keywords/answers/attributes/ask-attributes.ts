import type { SpendScope } from '#providers/metering.ts';
import type { ByKeyword, ListAnswer } from '#providers/search-data/lists.ts';
import type { Bought } from '#purchases/index.ts';
import { askInParts, type AskedKeyword } from '../ask-in-parts.ts';
import { upsertAnswers, type NewAnswer, type StoredAnswer } from '../store/answers.ts';
import { toWriter } from '../to-writer.ts';
import { ATTRIBUTES, type AttributeKind, type AttributeValues } from './attribute-kinds.ts';
import type { AttributesContext, AttributesQuestion } from './attributes-question.ts';

/** The stored answer about one keyword. */
export type Attribute<Value> =
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly reason: string };

interface Asking<Kind extends AttributeKind> {
  readonly question: AttributesQuestion<Kind>;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

const TOO_LONG = 'The keyword is longer than the provider takes';

/** Asks about keywords in as few calls as can be; each answer is written in the transaction that books its price. */
export async function askAttributes<Kind extends AttributeKind>(
  ctx: AttributesContext,
  { question, scope, signal }: Asking<Kind>,
  held: readonly AskedKeyword[],
): Promise<Bought<StoredAnswer>> {
  const { kind } = question;
  const toStored = (id: string, answer: Attribute<unknown>): NewAnswer => ({ id, kind, answer, size: null, fetchedAt: ctx.clock.now() });
  const refuse = async (items: readonly AskedKeyword[], reason: string): Promise<Map<string, NewAnswer>> => {
    const stored = items.map(({ id }) => toStored(id, { state: 'refused', reason }));
    await upsertAnswers(ctx.postgres, stored);
    return new Map(stored.map((answer) => [answer.id, answer]));
  };
  const ask = async (items: readonly AskedKeyword[]) => {
    const answers = new Map<string, NewAnswer>();
    const record = toWriter<ListAnswer<ByKeyword<AttributeValues[Kind]>>>(ctx.postgres, async (came, tx) => {
      if (came.state !== 'answered') return;
      for (const { id, keyword } of items) {
        const value = came.byKeyword.get(keyword);
        answers.set(id, toStored(id, value === undefined ? { state: 'unknown' } : { state: 'known', value }));
      }
      await upsertAnswers(tx, [...answers.values()]);
    });
    const request = { ...question, keywords: items.map(({ keyword }) => keyword) };
    const came = await ATTRIBUTES[kind].fetch(ctx.searchData, request, scope, { signal, record });
    return came.state === 'answered' ? ({ state: 'answered', costUsd: came.costUsd, answers } as const) : came;
  };
  const isLong = ({ keyword }: AskedKeyword): boolean => !ATTRIBUTES[kind].takes(ctx.searchData, keyword);
  const tooLong = await refuse(held.filter(isLong), TOO_LONG);
  const asked = await askInParts(
    held.filter(({ id }) => !tooLong.has(id)),
    { perCall: ctx.searchData.subjectsPerList(kind), ask, refuse },
  );
  return { ...asked, answers: new Map([...tooLong, ...asked.answers]) };
}
