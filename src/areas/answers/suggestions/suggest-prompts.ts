import { loadKeywordTools, type KeywordTools } from '#areas/classification/index.ts';
import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, getProject, type ProjectReader } from '#areas/projects/index.ts';
import { listPageQuestions, listTracked, type PageQuestions } from '#areas/rankings/index.ts';
import type { RequestContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import { toLine } from '#kernel/text.ts';
import { SEEN_SURFACES } from '#providers/search-data/index.ts';
import { toPeriod } from '../asking/weeks.ts';
import { assertMarket, hashText } from '../prompts/change-prompts.ts';

import { listSearched } from '../searches/list-searched.ts';
import { listAllPrompts } from '../store/prompts.ts';
import { phrasePrompt } from './phrase-prompt.ts';

export const SUGGESTION_SOURCES = ['question', 'keyword', 'fan_out'] as const;
/** `question`: people also ask it, by the result page of a tracked keyword; `keyword`: it is tracked; `fan_out`: an assistant searched for it. */
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];

export interface PromptSuggestion {
  readonly text: string;
  readonly source: SuggestionSource;
  /** The keyword of the page, the tracked keyword, or the prompt for whose answers it was searched. */
  readonly from: string;
  /** The tracked keyword whose search volume says how often it is asked; null: none is known. */
  readonly topic: string | null;
  readonly searchVolume: number | null;
  /** Answers of the last twelve weeks for which it was searched; null: no fan-out. */
  readonly answers: number | null;
}

export interface SuggestionQuestion {
  readonly projectId: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
  readonly sources: readonly SuggestionSource[];
  readonly limit: number;
}

export interface PromptSuggestions {
  readonly suggestions: readonly PromptSuggestion[];
  /** All that were found, those above the limit too. */
  readonly total: number;
  /** Result pages with questions, and those of them that could not be read; null: they were not looked at. */
  readonly pages: Pick<PageQuestions, 'pages' | 'unread'> | null;
}

type SuggestContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock' | 'searchData'>;
type Market = { readonly projectId: string; readonly locationCode: number; readonly languageCode: string };

const KEYWORDS_MAX = 2_000;
const QUESTION_LENGTH_MAX = 300;
const FAN_OUT_WEEKS = 12;

/**
 * What a project could ask assistants, out of what is kept: it asks nothing outside and costs nothing. What the project asks in the market, or
 * asked and ended, is left out. Sources take turns, each with its most wanted first.
 * @throws AppError 400 for a place or language that there is not, `Project not found`
 */
export async function suggestPrompts(
  ctx: SuggestContext,
  { projectId, sources, limit, ...given }: SuggestionQuestion,
): Promise<PromptSuggestions> {
  await getProject(ctx, projectId);
  const { locationCode = DEFAULT_LOCATION_CODE, languageCode = DEFAULT_LANGUAGE_CODE } = given;
  assertMarket(locationCode, languageCode);
  const market = { projectId, locationCode, languageCode };
  const tools = await loadKeywordTools();
  const wants = (source: SuggestionSource): boolean => sources.includes(source);
  const keywords = await listKeywords(ctx, market, tools);
  const volumes = new Map(keywords.map(({ from, searchVolume }) => [from, searchVolume]));
  const pages = wants('question') ? await listPageQuestions(ctx, market) : null;
  const questions = (pages?.questions ?? []).map(({ question, keyword }): PromptSuggestion => ({
    text: phrasePrompt({ text: toLine(question, QUESTION_LENGTH_MAX), languageCode, isChoice: false }, tools),
    source: 'question',
    from: keyword,
    topic: keyword,
    searchVolume: volumes.get(keyword) ?? null,
    answers: null,
  }));
  const fanOuts = wants('fan_out') ? await listFanOuts(ctx, market, tools) : [];
  const asked = new Set(
    (await listAllPrompts(ctx.postgres, projectId))
      .filter((prompt) => prompt.locationCode === locationCode && prompt.languageCode === languageCode)
      .map(({ textHash }) => textHash),
  );
  const fresh = takeTurns([questions, wants('keyword') ? keywords : [], fanOuts]).filter(({ text }) => {
    const hash = hashText(text);
    const isFresh = text.length > 1 && !asked.has(hash);
    asked.add(hash);
    return isFresh;
  });
  return { suggestions: fresh.slice(0, limit), total: fresh.length, pages };
}

/** Tracked keywords, the most searched first. Those that seek one site or name an own brand are asked for nothing. */
async function listKeywords(ctx: SuggestContext, market: Market, tools: KeywordTools): Promise<PromptSuggestion[]> {
  const selection = { ...market, channels: ['seo'], limit: KEYWORDS_MAX } as const;
  // Labels and intents come later than the keyword: one that has none yet is left out of nothing.
  const [all, choices, sites, branded] = await Promise.all([
    listTracked(ctx.postgres, selection),
    listTracked(ctx.postgres, { ...selection, intents: ['commercial', 'transactional'] }),
    listTracked(ctx.postgres, { ...selection, intents: ['navigational'] }),
    listTracked(ctx.postgres, { ...selection, isBranded: true }),
  ]);
  const [chosen, sought] = [
    new Set(choices.map(({ keywordId }) => keywordId)),
    new Set([...sites, ...branded].map(({ keywordId }) => keywordId)),
  ];
  return all
    .filter(({ keywordId }) => !sought.has(keywordId))
    .toSorted((one, other) => (other.volume ?? -1) - (one.volume ?? -1) || one.keyword.localeCompare(other.keyword))
    .map(({ keyword, keywordId, volume }) => ({
      text: phrasePrompt({ text: keyword, languageCode: market.languageCode, isChoice: chosen.has(keywordId) }, tools),
      source: 'keyword',
      from: keyword,
      topic: keyword,
      searchVolume: volume,
      answers: null,
    }));
}

async function listFanOuts(ctx: SuggestContext, { projectId, ...market }: Market, tools: KeywordTools): Promise<PromptSuggestion[]> {
  const to = toPeriod(ctx.clock.now());
  const from = addDays(to, (1 - FAN_OUT_WEEKS) * WEEK_DAYS);
  const searched = await listSearched(ctx, { projectId, from, to, surfaces: SEEN_SURFACES });
  return searched
    .filter((one) => one.locationCode === market.locationCode && one.languageCode === market.languageCode)
    .map(({ query, rate, prompts }) => ({
      text: phrasePrompt({ text: toLine(query, QUESTION_LENGTH_MAX), languageCode: market.languageCode, isChoice: false }, tools),
      source: 'fan_out',
      from: prompts[0]?.text ?? '',
      topic: null,
      searchVolume: null,
      answers: rate.successes,
    }));
}

function takeTurns(lists: readonly (readonly PromptSuggestion[])[]): PromptSuggestion[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_turn, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
