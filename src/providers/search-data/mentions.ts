import type { SpendScope } from '../metering.ts';
import type { AnswerSource } from './assistant-answers.ts';
import type { FetchOptions } from './fetch-options.ts';
import type { ListAnswer, ListMarket } from './lists.ts';

/** Whose answers the provider's index holds. */
export const MENTION_PLATFORMS = ['google', 'chat_gpt'] as const;
export type MentionPlatform = (typeof MENTION_PLATFORMS)[number];
/** The only market of answers of ChatGPT in it. */
export const CHAT_GPT_MARKET: ListMarket = { locationCode: 2840, languageCode: 'en' };
export const MENTION_TARGETS_MAX = 10;
export const MENTION_ROWS_MAX = 1_000;

/** What an answer of the index must hold, or must not: a site among what it cites, or words in it. */
export type MentionTarget = ({ readonly domain: string } | { readonly keyword: string }) & { readonly isExcluded: boolean };

/** Answers that hold all targets, and none that is excluded. */
export interface MentionsRequest extends ListMarket {
  readonly platform: MentionPlatform;
  /** 1 to `MENTION_TARGETS_MAX`, one of them not excluded. */
  readonly targets: readonly MentionTarget[];
  /** 1 to `MENTION_ROWS_MAX`. */
  readonly limit: number;
}

/** A question of the provider's own list, and what was answered to it. Instants are ISO texts: rows are kept as JSON. */
export interface MentionRow {
  readonly question: string;
  readonly answer: string | null;
  readonly model: string | null;
  readonly sources: readonly AnswerSource[];
  /** Names of brands that the provider saw. */
  readonly entities: readonly string[];
  /** How often assistants are asked about it in a month. */
  readonly aiSearchVolume: number | null;
  readonly firstSeenAt: string | null;
  readonly lastSeenAt: string | null;
}

export interface MentionRows {
  /** Most asked first. */
  readonly rows: readonly MentionRow[];
  /** Rows that came, those included that could not be read. */
  readonly came: number;
  readonly total: number | null;
}

/** The provider's index of answers: its own questions, asked by itself. */
export interface MentionIndex {
  /** What a call costs at most, in USD. @param rows that it asks for */
  estimateMentionsUsd(rows: number): number;
  /** @throws OutsideError, BudgetExceededError (`KeywordLists`) */
  fetchMentions(
    request: MentionsRequest,
    scope: SpendScope,
    options?: FetchOptions<ListAnswer<MentionRows>>,
  ): Promise<ListAnswer<MentionRows>>;
}
