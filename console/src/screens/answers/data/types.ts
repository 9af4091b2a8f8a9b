import type { AnswerMention, AnswerSample, AnswerSummary } from '#client';

export type Surface = AnswerSample['surface'];
export type Status = AnswerSample['status'];
export type MentionKind = AnswerMention['kind'];
export type Verdict = AnswerSummary['change']['mention_rate']['verdict'];

export const SURFACES: readonly { readonly value: Surface; readonly label: string }[] = [
  { value: 'ai_mode', label: 'AI Mode' },
  { value: 'chat_gpt', label: 'ChatGPT' },
  { value: 'gemini', label: 'Gemini' },
];
