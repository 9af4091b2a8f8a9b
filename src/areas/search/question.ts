import type { RequestContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';

export type SearchContext = Pick<RequestContext, 'postgres' | 'caller' | 'workflows' | 'config'>;

/** What is searched for. */
export interface Question {
  /** As it was typed, trimmed: ids are compared with it. */
  readonly typed: string;
  /** As names and keywords are compared: lower case, single spaces. */
  readonly text: string;
  /** Patterns of `like`: what begins with the text, and what has a later word that does. */
  readonly begins: string;
  readonly hasWord: string;
  /** Projects that the caller is bound to; null: every one is visible. */
  readonly projectIds: readonly string[] | null;
  /** Hits of each kind. */
  readonly limit: number;
}

export function toSearchQuestion(typed: string, projectIds: readonly string[] | undefined, limit: number): Question {
  const text = normalizeKeyword(typed);
  const pattern = text.replaceAll(/[\\%_]/gu, String.raw`\$&`);
  return { typed: typed.trim(), text, begins: `${pattern}%`, hasWord: `% ${pattern}%`, projectIds: projectIds ?? null, limit };
}

/** How well a hit fits, best first. */
export const MATCHES = ['exact', 'begins', 'word'] as const;
export type Match = (typeof MATCHES)[number];

/** How a text or an id fits the question. */
export function toMatch({ typed, text }: Question, { id, label }: { readonly id: string; readonly label: string }): Match {
  const normalized = normalizeKeyword(label);
  if (id === typed || normalized === text) return 'exact';
  return normalized.startsWith(text) || id.startsWith(typed) ? 'begins' : 'word';
}
