import { capitalize } from '#data/words.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';
import type { GetRunByRunIdStatusResponse, ResearchEnrichment, ResearchKeyword, ResearchRun } from '#client';

/** What the states of a run are called on screen. */
export const STATUS_WORDS: Readonly<Record<ResearchRun['status'], string>> = {
  queued: 'reading the site',
  awaiting_category_confirmation: 'needs your review',
  harvesting_keywords: 'harvesting',
  complete: 'complete',
  failed: 'failed',
};

export const SOURCE_WORDS: Readonly<Record<ResearchKeyword['sources'][number], string>> = {
  domain_seed: 'ranks for it',
  harvest_ai: 'suggested',
};

const BUSINESS_NAMES: Readonly<Record<ResearchEnrichment['business_type'], string>> = {
  local: 'Local business',
  saas: 'Software as a service',
  game: 'Game',
  marketplace: 'Marketplace',
  ecommerce: 'Online shop',
  service: 'Service',
  content: 'Content',
};

export function toBusinessName(type: ResearchEnrichment['business_type']): string {
  return BUSINESS_NAMES[type];
}

/** The last part of a category's path: `/Computers & Consumer Electronics/Software` is `Software`. */
export function toCategoryName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}

/** The whole path: `Computers & Consumer Electronics / Software`. */
export function toCategoryPath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .join(' / ');
}

/** What the parts of a harvest are bought for: each is a line of its price. */
const HARVEST_STEPS: Readonly<Record<string, string>> = {
  fetchRanked: 'Keywords the site ranks for',
  harvestDomain: 'Keywords that fit the site',
  harvestIdeas: 'Ideas of the language model',
  harvestCategories: 'Keywords of the categories',
  harvestSeeds: 'Keywords like the seeds',
  fetchFigures: 'Search volumes of the ideas',
  fetchIntents: 'Search intents',
};

/** `harvest-keywords`, `harvest_keywords` and `harvestKeywords` as `Harvest keywords`. */
export function toStepName(name: string): string {
  const known = HARVEST_STEPS[name];
  if (known !== undefined) return known;
  const words = name
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[-_:]+/gu, ' ')
    .trim();
  return capitalize(words);
}

/** How many runs there are, and which of those listed wait for a decision or failed. */
export function sayRuns(runs: readonly Pick<ResearchRun, 'status'>[], total: number): string | undefined {
  if (total === 0) return undefined;
  const count = (...states: readonly ResearchRun['status'][]): number => runs.filter(({ status }) => states.includes(status)).length;
  const waiting = count('awaiting_category_confirmation');
  const states = joinWords([
    waiting > 0 && `${formatCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you`,
    count('queued', 'harvesting_keywords') > 0 && `${formatCount(count('queued', 'harvesting_keywords'))} under way`,
    count('complete') > 0 && `${formatCount(count('complete'))} complete`,
    count('failed') > 0 && `${formatCount(count('failed'))} failed`,
  ]);
  return `${formatPlural(total, 'run')}${runs.length < total ? `, of the ${formatCount(runs.length)} below` : ''}: ${states}.`;
}

type Run = Pick<GetRunByRunIdStatusResponse, 'status' | 'harvest' | 'errors'>;

/** Sentence on how far a run is and what it found. */
export function sayRun({ status, harvest, errors }: Run): string {
  const kept = harvest?.kept_keywords ?? 0;
  switch (status) {
    case 'queued':
      return 'The website is being read.';
    case 'awaiting_category_confirmation':
      return 'The website was read: say below what it is about, and keywords are looked for.';
    case 'harvesting_keywords':
      return 'Keywords are being looked for.';
    case 'complete':
      if (kept > 0)
        return `${formatPlural(kept, 'keyword')} found: choose below ${kept === 1 ? 'whether it is' : 'those that are'} worth tracking.`;
      return errors.length === 0 ? 'No keyword that fits was found.' : 'No keyword that fits was found, but not every source answered.';
    case 'failed':
      return harvest === null ? 'This run ended before keywords were found.' : 'This run failed; what it had found until then is below.';
  }
}

const REFUSED = /budget exceeded/iu;

/** Heading of the errors of a run that did not fail: a step that a budget refused was not tried. */
export function sayErrors(errors: Run['errors']): string {
  const refused = errors.filter(({ message }) => REFUSED.test(message)).length;
  if (refused === errors.length) return 'A budget refused some parts';
  return refused === 0 ? 'Some parts failed' : 'Some parts failed or were refused by a budget';
}
