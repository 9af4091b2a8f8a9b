import { z } from 'zod';
import { asData, type Prompt } from '#providers/llm/index.ts';
import type { RunBusinessType } from '../../runs/research-run.ts';

/** Ideas that one answer may hold. */
export const IDEAS_PER_ANSWER = 60;
const IDEA_CHARS_MAX = 80;
const TEXT_CHARS_MAX = 500;
const SEEDS_SHOWN = 30;

/** What the model is asked about: one category of a site, in one language. */
export interface IdeasQuestion {
  readonly categoryName: string;
  readonly categoryPath: string;
  readonly businessType: RunBusinessType;
  readonly businessFocus: string;
  readonly seeds: readonly string[];
  readonly languageCode: string;
  /** 1 to `IDEAS_PER_ANSWER`. */
  readonly ideasMax: number;
}

const answerSchema = z.object({ ideas: z.array(z.string()) });

export const ideasPrompt: Prompt<IdeasQuestion, z.infer<typeof answerSchema>> = {
  name: 'research-ideas',
  version: 1,
  system: [
    'You find what people type into a search engine. You are shown a category of what a site offers, what the site is about and words of its field.',
    'ideas: searches of people whom a page of such a site about this category would serve: what they ask before they know what they want, while they compare, and when they buy or visit. Mix short and long ones, questions included.',
    `Write each as people type it, in lower case, in the language that is named, at most ten words and ${IDEA_CHARS_MAX} characters. No two that differ only in the order or the number of a word. No names of brands, no web addresses, no explanations.`,
  ].join('\n\n'),
  toUserText: ({ categoryName, categoryPath, businessType, businessFocus, seeds, languageCode, ideasMax }) =>
    [
      `List at most ${ideasMax} ideas in the language "${languageCode}" for a business of the type ${businessType}.`,
      asData('category', `${categoryName}\n${categoryPath}`, TEXT_CHARS_MAX),
      asData('focus', businessFocus, TEXT_CHARS_MAX),
      asData('seeds', seeds.slice(0, SEEDS_SHOWN).join('\n'), TEXT_CHARS_MAX * 2),
    ].join('\n'),
  answerSchema,
  maxOutputTokens: 1_500,
};

/** The ideas of an answer that can be searched for. */
export function readIdeas(ideas: readonly string[], ideasMax: number): string[] {
  const texts = ideas.map((idea) => idea.trim()).filter((idea) => idea !== '' && idea.length <= IDEA_CHARS_MAX);
  return [...new Set(texts)].slice(0, ideasMax);
}
