/** Classification of domains, addresses and keywords. */
import { defineArea } from '#area/index.ts';
import { messages, queues } from './queues.ts';
import { classifyEndpoints } from './routes/classify.ts';
import { correctionEndpoints } from './routes/corrections.ts';
import { domainEndpoints } from './routes/domains.ts';
import { keywordEndpoints } from './routes/keywords.ts';
import { listEndpoints } from './routes/lists.ts';
import { pageTextEndpoints } from './routes/page-text.ts';
import { statisticsEndpoints } from './routes/statistics.ts';
import { vocabularyEndpoints } from './routes/vocabularies.ts';
import { settings } from './settings.ts';
import { tables } from './tables.ts';
import { schedules, workflows } from './workflows.ts';

export type { PageOutline } from './content/page-outline.ts';
export type { PageSignals } from './content/page-signals.ts';
export { readLines } from './engine/read-lines.ts';
export { describeOwnPages, type TargetPageLabels } from './targets/list-own-pages.ts';
export { MONEY_PAGES, TARGET_FIELDS } from './wire/target-pages.ts';
export { listDomainTypes, type DomainType } from './records/list-domain-types.ts';
export type { KeywordLabels } from './pipelines/label-keywords.ts';
export { JOURNEYS, MODIFIERS } from './vocabulary/keywords.ts';
export type { TextAnswer, TextKind } from './engine/classify-text.ts';

/** The free stages without a store. Loaded when they are asked for: rules and models are no part of a start. */
export async function loadFreeClassifier() {
  const [{ createFreeClassifier }, { classifyText }] = await Promise.all([
    import('./engine/free-classifier.ts'),
    import('./engine/classify-text.ts'),
  ]);
  return { createFreeClassifier, classifyText };
}

/** The labels that lists of keywords show. Loaded when they are asked for: rules and models are no part of a start. */
export async function loadKeywordLabels() {
  return await import('./pipelines/label-keywords.ts');
}

/** What the words of a keyword are, and its embedding. Loaded when they are asked for: phrases and vectors are no part of a start. */
export async function loadKeywordTools(): Promise<KeywordTools> {
  const [{ dropPhrases }, { foldText, hasNoSpaces }, { embedItem }] = await Promise.all([
    import('./keywords/phrases.ts'),
    import('./keywords/text.ts'),
    import('./similarity/embed-item.ts'),
  ]);
  return { dropPhrases, foldText, hasNoSpaces, embedKeyword: (text) => embedItem('keyword', text) };
}

export interface KeywordTools {
  /** The words of a folded keyword without those of phrases such as "near me"; a phrase says a signal, for example `price`. */
  readonly dropPhrases: (folded: string, isDropped: (signal: string, phrase: string) => boolean) => string[];
  /** Lower case, without accents and punctuation. */
  readonly foldText: (text: string) => string;
  /** Whether its script writes words without spaces. */
  readonly hasNoSpaces: (text: string) => boolean;
  /** Of length 1; all zeros where nothing is known of its letters. */
  readonly embedKeyword: (text: string) => Float32Array;
}

/** The built-in embedding of short texts, and the words that it knows. */
export async function loadEmbedder() {
  const [{ embedText, EMBEDDING_DIMENSIONS }, { loadWords }, { splitWords }] = await Promise.all([
    import('./models/embedder.ts'),
    import('./models/load-models.ts'),
    import('./models/split-words.ts'),
  ]);
  return { embedText, EMBEDDING_DIMENSIONS, loadWords, splitWords };
}

/** Reads pages in a worker, and says which of them stand in for what should be there. */
export async function loadPageReader() {
  const [{ readSignals }, { findPlaceholder }] = await Promise.all([
    import('./content/reading/read-signals.ts'),
    import('./content/judging/find-placeholder.ts'),
  ]);
  return { readSignals, findPlaceholder };
}

/** What people call the categories of the provider, in several languages, by the paths of the categories. */
export async function loadTopicPhrases() {
  return (await import('./topics/topic-phrases.ts')).readTopicPhrases();
}

/** Weighs what pages show, by tables of clues. */
export async function loadPageJudges() {
  const [{ weighPropertyTypes }, { listContentFeatures }, { weigh }, { makePhraseMatcher }] = await Promise.all([
    import('./content/judging/judge-domain.ts'),
    import('./content/judging/list-features.ts'),
    import('./content/judging/weigh.ts'),
    import('./content/reading/phrase-matcher.ts'),
  ]);
  return { weighPropertyTypes, listFeatures: listContentFeatures, weigh, makePhraseMatcher };
}

/** Whose brands a keyword names. */
export interface NamedBrands {
  /** One of the caller's own names: by whole words, with other spaces, and with one letter wrong in long ones. */
  readonly isOwn: boolean;
  /** Any known brand, own ones included. */
  readonly isAny: boolean;
}

/** Finds the brands that a keyword names. @returns a function of the keyword and the caller's own names */
export async function loadBrandMatcher() {
  const [{ findBrands }, { foldText }] = await Promise.all([import('./keywords/brand-matcher.ts'), import('./keywords/text.ts')]);
  return (keyword: string, names: readonly string[]): NamedBrands => {
    const brands = findBrands(foldText(keyword), names);
    return { isOwn: brands.some(({ isOwn }) => isOwn), isAny: brands.length > 0 };
  };
}

declare module '#kernel/live.ts' {
  interface LiveTopics {
    classification: true;
  }
}

export const classification = defineArea({
  name: 'classification',
  summary: 'What domains, addresses and keywords are.',
  endpoints: [
    ...listEndpoints,
    ...pageTextEndpoints,
    ...classifyEndpoints,
    ...domainEndpoints,
    ...keywordEndpoints,
    ...vocabularyEndpoints,
    ...correctionEndpoints,
    ...statisticsEndpoints,
  ],
  workflows,
  schedules,
  queues,
  messages,
  settings,
  liveTopics: ['classification'],
  tables,
  reads: ['assets', 'backlinks', 'domain_keywords', 'domain_summaries', 'domains', 'keywords', 'referring_domains', 'urls'],
});
