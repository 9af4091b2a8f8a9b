import type { RequestContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';
import { toRate, type Rate } from '#kernel/statistics/rates.ts';
import type { SourceSpan } from '../sources/analytics.ts';
import { listAllPrompts, type AnswerPrompt } from '../store/prompts.ts';
import { countSearching, listSearches } from './analytics.ts';

/** What assistants searched for in a market, case and blanks aside. */
export interface Searched {
  readonly query: string;
  /** As keywords are compared. */
  readonly text: string;
  readonly locationCode: number;
  readonly languageCode: string;
  /** Answers for which it was searched, of those of the market that say what was searched for. */
  readonly rate: Rate;
  readonly prompts: readonly AnswerPrompt[];
  readonly surfaces: readonly string[];
}

/** What was searched for the answers of a span, the most often first. A prompt says in which market. */
export async function listSearched(
  ctx: Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox'>,
  span: SourceSpan,
): Promise<readonly Searched[]> {
  await ctx.outbox.tryFlush();
  const [rows, saying, prompts] = await Promise.all([
    listSearches(ctx.clickhouse, span),
    countSearching(ctx.clickhouse, span),
    listAllPrompts(ctx.postgres, span.projectId),
  ]);
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  const sizes = new Map<string, number>();
  for (const [promptId, answers] of saying) {
    const prompt = byId.get(promptId);
    if (prompt !== undefined) sizes.set(toMarket(prompt), (sizes.get(toMarket(prompt)) ?? 0) + answers);
  }
  const known = rows.flatMap((row) => {
    const prompt = byId.get(row.prompt_id);
    return prompt === undefined ? [] : [{ ...row, prompt, text: normalizeKeyword(row.query) }];
  });
  const groups = [...Map.groupBy(known, ({ text, prompt }) => `${toMarket(prompt)} ${text}`).values()];
  return groups
    .flatMap((group): Searched[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { query, text, prompt } = first;
      const answers = group.reduce((sum, row) => sum + row.answers, 0);
      return [
        {
          query,
          text,
          locationCode: prompt.locationCode,
          languageCode: prompt.languageCode,
          rate: toRate(answers, sizes.get(toMarket(prompt)) ?? answers),
          prompts: [...new Set(group.map((row) => row.prompt))],
          surfaces: [...new Set(group.flatMap(({ surfaces }) => surfaces))].toSorted(),
        },
      ];
    })
    .toSorted(
      (one, other) =>
        other.rate.successes - one.rate.successes || other.prompts.length - one.prompts.length || one.text.localeCompare(other.text),
    );
}

function toMarket({ locationCode, languageCode }: Pick<AnswerPrompt, 'locationCode' | 'languageCode'>): string {
  return `${locationCode} ${languageCode}`;
}
