/** Assistants whose answers the provider reads as people see them. */
export const ANSWER_SURFACES = ['ai_mode', 'chat_gpt', 'gemini'] as const;
export type AnswerSurface = (typeof ANSWER_SURFACES)[number];

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
  readonly surface: AnswerSurface;
  /** At most 2,000 characters. */
  readonly prompt: string;
  readonly locationCode: number;
  readonly languageCode: string;
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

/** Answers of assistants. Prompts are posted and collected as `TaskQueue` says. */
export interface AssistantAnswers {
  /** What an answer costs at most, in USD, at normal priority. */
  estimateAnswerUsd(request: Pick<AnswerRequest, 'surface'>): number;
  /**
   * Reads an answer that came by postback or was collected.
   * @param body as received, gzip or plain
   * @throws OutsideError (`TaskQueue.readSerpAnswer`)
   */
  readAssistantAnswer(body: Buffer, request: AnswerRequest): Promise<QueuedAssistantAnswer>;
}
