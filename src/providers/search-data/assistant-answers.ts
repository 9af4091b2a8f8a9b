import type { SpendScope } from '../metering.ts';
import type { FetchOptions } from './fetch-options.ts';

/** Assistants whose answers the provider reads as people see them. */
export const SEEN_SURFACES = ['ai_mode', 'chat_gpt', 'gemini'] as const;
export type SeenSurface = (typeof SEEN_SURFACES)[number];

/** Models that are asked by their interface for programs: no product around them, another search, often another model. */
export const ASKED_SURFACES = ['chat_gpt_api', 'claude_api', 'gemini_api', 'perplexity_api'] as const;
export type AskedSurface = (typeof ASKED_SURFACES)[number];

export const ANSWER_SURFACES = [...SEEN_SURFACES, ...ASKED_SURFACES] as const;
export type AnswerSurface = (typeof ANSWER_SURFACES)[number];

/** `seen`: what the product shows to people; `asked`: what a model says by its interface. They never share a number. */
export const SURFACE_KINDS = ['seen', 'asked'] as const;
export type SurfaceKind = (typeof SURFACE_KINDS)[number];

/** @param surface one of `ANSWER_SURFACES` */
export function toSurfaceKind(surface: string): SurfaceKind {
  return isAskedSurface(surface) ? 'asked' : 'seen';
}

export function isAskedSurface(surface: string): surface is AskedSurface {
  return (ASKED_SURFACES as readonly string[]).includes(surface);
}

/** Surfaces of a kind. */
export function listSurfacesOf(kind: SurfaceKind): readonly AnswerSurface[] {
  return kind === 'asked' ? ASKED_SURFACES : SEEN_SURFACES;
}

/** The longest prompt that a model takes by its interface. */
export const ASKED_PROMPT_MAX = 500;

/** Assistants that people ask for and the provider does not read, each with the reason. There is no figure of them. */
export const UNREAD_SURFACES = [
  {
    surface: 'copilot',
    reason: 'The provider does not read answers of Copilot. The AI overview of Bing is another surface and does not stand for it.',
  },
] as const;

/** A prompt for an assistant, through the provider's queue. */
export interface AnswerRequest {
  readonly kind: 'answer';
  readonly surface: SeenSurface;
  /** At most 2,000 characters. */
  readonly prompt: string;
  readonly locationCode: number;
  readonly languageCode: string;
}

/** A prompt for a model by its interface, which answers at once. */
export interface ModelRequest {
  readonly surface: AskedSurface;
  /** At most `ASKED_PROMPT_MAX` characters. */
  readonly prompt: string;
  /** Where it searches the web from, ISO 3166, two letters; undefined: it is not said. */
  readonly country: string | undefined;
}

/** A page that an answer names. */
export interface AnswerSource {
  readonly url: string;
  readonly domain: string | null;
  readonly title: string | null;
}

/** What an assistant answered. */
export interface AssistantAnswer {
  /** Null where the surface does not say. */
  readonly model: string | null;
  /** Markdown; null: it gave no answer. */
  readonly markdown: string | null;
  /** Pages that it cites or relies on, in their order; null: the provider does not say whether there are any. */
  readonly sources: readonly AnswerSource[] | null;
  /** Every page that it retrieved; null where the surface does not say. */
  readonly retrieved: readonly AnswerSource[] | null;
  /** What it searched for; null where the surface does not say. */
  readonly fanOuts: readonly string[] | null;
  /** Brands that the provider saw in it, each with registered hosts; null where it does not look. */
  readonly entities: readonly { readonly title: string; readonly hosts: readonly string[] }[] | null;
  readonly readAt: Date;
}

export interface QueuedAssistantAnswer {
  readonly taskId: string;
  readonly tag: string | undefined;
  readonly answer: AssistantAnswer;
}

/** A model's answer as it came, and its price. */
export interface ModelAnswer {
  readonly answer: AssistantAnswer;
  readonly costUsd: number;
}

/** Answers of assistants. Prompts for `seen` surfaces are posted and collected as `TaskQueue` says; the others are asked live. */
export interface AssistantAnswers {
  /** What an answer costs at most, in USD, at normal priority. */
  estimateAnswerUsd(surface: AnswerSurface): number;
  /** Whether that price, or a part of it, is taken to be so: no account has confirmed it. */
  isAnswerPriceAssumed(surface: AnswerSurface): boolean;
  /**
   * Asks a model now, which takes up to two minutes.
   * @throws OutsideError for every failure, `credentials_missing` included (`mayHaveBeenCharged`)
   * @throws BudgetExceededError when a budget has no room
   */
  askModel(request: ModelRequest, scope: SpendScope, options: FetchOptions<ModelAnswer>): Promise<ModelAnswer>;
  /** Whether a live call that failed so may have been charged: then it is not made again. */
  mayHaveBeenCharged(error: unknown): boolean;
  /**
   * Reads an answer that came by postback, was collected, or came live.
   * @param body as received, gzip or plain
   * @throws OutsideError (`TaskQueue.readSerpAnswer`)
   */
  readAssistantAnswer(body: Buffer, surface: AnswerSurface): Promise<QueuedAssistantAnswer>;
}
