import type { AnswerMention, AnswerSample, AnswerSummary } from '#client';

export type Surface = AnswerSample['surface'];
export type Status = AnswerSample['status'];
export type MentionKind = AnswerMention['kind'];
export type Verdict = AnswerSummary['change']['mention_rate']['verdict'];

export type SurfaceKind = AnswerSample['surface_kind'];

interface NamedSurface {
  readonly value: Surface;
  readonly label: string;
  readonly kind: SurfaceKind;
}

export const SURFACES: readonly NamedSurface[] = [
  { value: 'ai_mode', label: 'AI Mode', kind: 'seen' },
  { value: 'chat_gpt', label: 'ChatGPT', kind: 'seen' },
  { value: 'gemini', label: 'Gemini', kind: 'seen' },
  { value: 'chat_gpt_api', label: 'GPT by API', kind: 'asked' },
  { value: 'claude_api', label: 'Claude by API', kind: 'asked' },
  { value: 'gemini_api', label: 'Gemini by API', kind: 'asked' },
  { value: 'perplexity_api', label: 'Perplexity by API', kind: 'asked' },
];

/** Kinds of answers, with what each is. */
export const KINDS: readonly { readonly value: SurfaceKind; readonly label: string; readonly means: string }[] = [
  { value: 'seen', label: 'As people see them', means: 'What the product shows to people.' },
  {
    value: 'asked',
    label: 'Models by their API',
    means: 'What a model says to programs: no product around it, another search. It never counts together with what people see.',
  },
];
