import { SURFACES } from '#screens/answers/data/types.ts';

/** A value of an event that the sentence asks for. */
export interface Parameter {
  readonly name: string;
  readonly label: string;
  /** Words around the field. */
  readonly before?: string;
  readonly after?: string;
  readonly kind: 'number' | 'text' | 'choice' | 'places';
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** What an empty field means, in words. */
  readonly whenEmpty?: string;
}

/** An event as the sentence says it. */
export interface EventWords {
  readonly event: string;
  /** After `When a keyword`, or after `When` of what is no keyword. */
  readonly label: string;
  readonly group: 'Position' | 'Page' | 'Result page' | 'Project' | 'Links' | 'Answers' | 'Apps' | 'Checks and money';
  /** It is about keywords: which ones, how many, and a second check are part of the sentence. */
  readonly isMovement: boolean;
  readonly parameters: readonly Parameter[];
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Nearer the top fewer places are much: the service's own default. */
export const TIERS = { '1-10': 3, '11-30': 5, '31-': 10 } as const;

const PLACES: Parameter = { name: 'by', label: 'Places', kind: 'places', min: 1, max: 200 };
const TOP: Parameter = { name: 'n', label: 'Last position that counts', kind: 'number', min: 1, max: 100 };
const FEATURE: readonly Parameter[] = [
  { name: 'feature', label: 'Feature', kind: 'text', before: 'named' },
  {
    name: 'ours',
    label: 'Whose place in it',
    kind: 'choice',
    before: 'where',
    choices: [
      { value: 'false', label: 'anyone stands in it' },
      { value: 'true', label: 'we stand in it' },
    ],
  },
];
const LINKS: readonly Parameter[] = [
  { name: 'at_least', label: 'Links', kind: 'number', before: 'at least', min: 1, max: 100_000 },
  {
    name: 'followed',
    label: 'Kind of links',
    kind: 'choice',
    choices: [
      { value: 'false', label: 'of any kind' },
      { value: 'true', label: 'that are followed' },
    ],
  },
  {
    name: 'min_rank',
    label: 'Lowest rank of the linking domain',
    kind: 'number',
    before: 'from domains of rank',
    after: 'or more',
    min: 0,
    max: 1000,
  },
];
/** The assistant of an event; the empty choice is any of them. */
const ASSISTANT: Parameter = {
  name: 'surface',
  label: 'Assistant',
  kind: 'choice',
  before: 'and it is',
  choices: [{ value: '', label: 'any assistant' }, ...SURFACES],
};
const LINKS_USUAL = { min_rank: 50, at_least: 1, followed: false };
const APP_PLACES: Parameter = { name: 'by', label: 'Places', kind: 'number', before: 'by', after: 'places or more', min: 1, max: 200 };

type Words = Omit<EventWords, 'isMovement'>;
const movement = (words: Words): EventWords => ({ ...words, isMovement: true });
const other = (words: Words): EventWords => ({ ...words, isMovement: false });

/** What a rule can be about, in the order in which it is offered. */
export const EVENTS: readonly EventWords[] = [
  movement({ event: 'left_top', label: 'leaves the top', group: 'Position', parameters: [TOP], defaults: { n: 10 } }),
  movement({ event: 'entered_top', label: 'enters the top', group: 'Position', parameters: [TOP], defaults: { n: 10 } }),
  movement({ event: 'dropped', label: 'drops by', group: 'Position', parameters: [PLACES], defaults: { by: TIERS } }),
  movement({ event: 'rose', label: 'rises by', group: 'Position', parameters: [PLACES], defaults: { by: TIERS } }),
  movement({ event: 'lost', label: 'is no longer found', group: 'Position', parameters: [], defaults: {} }),
  movement({ event: 'found', label: 'ranks for the first time', group: 'Position', parameters: [], defaults: {} }),
  movement({
    event: 'competitor_passed',
    label: 'is passed by',
    group: 'Position',
    parameters: [{ name: 'domain', label: 'Competitor', kind: 'text', whenEmpty: 'any competitor' }],
    defaults: {},
  }),
  movement({
    event: 'new_competitor',
    label: 'meets a new site in the top',
    group: 'Position',
    parameters: [
      { name: 'top', label: 'Last position that counts', kind: 'number', min: 1, max: 100 },
      { name: 'keywords', label: 'Keywords', kind: 'number', before: 'of at least', after: 'keywords', min: 1, max: 10_000 },
    ],
    defaults: { top: 10, keywords: 3 },
  }),
  movement({ event: 'page_changed', label: 'ranks with another page', group: 'Page', parameters: [], defaults: {} }),
  movement({ event: 'wrong_page', label: 'ranks with another page than its target', group: 'Page', parameters: [], defaults: {} }),
  movement({ event: 'contested', label: 'has own pages that take turns', group: 'Page', parameters: [], defaults: {} }),
  movement({
    event: 'feature_lost',
    label: 'loses a feature',
    group: 'Result page',
    parameters: FEATURE,
    defaults: { feature: 'featured_snippet', ours: true },
  }),
  movement({
    event: 'feature_gained',
    label: 'gets a feature',
    group: 'Result page',
    parameters: FEATURE,
    defaults: { feature: 'featured_snippet', ours: false },
  }),
  other({
    event: 'metric',
    label: 'a figure of the project gets worse:',
    group: 'Project',
    parameters: [
      {
        name: 'metric',
        label: 'Figure',
        kind: 'choice',
        choices: [
          { value: 'share_of_voice', label: 'share of voice, in points' },
          { value: 'keywords_top_3', label: 'keywords in the top 3' },
          { value: 'keywords_top_10', label: 'keywords in the top 10' },
          { value: 'keywords_top_100', label: 'keywords in the top 100' },
          { value: 'average_position', label: 'average position' },
        ],
      },
      { name: 'down_by', label: 'How much', kind: 'number', before: 'by', after: 'or more', min: 0, max: 10_000 },
      { name: 'over_days', label: 'Days', kind: 'number', before: 'against', after: 'days before', min: 1, max: 28 },
    ],
    defaults: { metric: 'share_of_voice', down_by: 2, over_days: 7 },
  }),
  other({ event: 'links_lost', label: 'links are lost:', group: 'Links', parameters: LINKS, defaults: LINKS_USUAL }),
  other({ event: 'links_new', label: 'links are new:', group: 'Links', parameters: LINKS, defaults: LINKS_USUAL }),
  other({
    event: 'answers_moved',
    label: 'answers of an assistant',
    group: 'Answers',
    parameters: [
      {
        name: 'rate',
        label: 'What answers do',
        kind: 'choice',
        choices: [
          { value: 'mention_rate', label: 'name us' },
          { value: 'citation_rate', label: 'cite us' },
        ],
      },
      {
        name: 'direction',
        label: 'Which way',
        kind: 'choice',
        after: 'often than the week before',
        choices: [
          { value: 'down', label: 'less' },
          { value: 'up', label: 'more' },
          { value: 'either', label: 'more or less' },
        ],
      },
      ASSISTANT,
    ],
    defaults: { rate: 'mention_rate', direction: 'down' },
  }),
  other({
    event: 'answers_model_changed',
    label: 'an assistant answers by another model',
    group: 'Answers',
    parameters: [ASSISTANT],
    defaults: {},
  }),
  other({
    event: 'answers_cited_first_time',
    label: 'an assistant cites for the first time',
    group: 'Answers',
    parameters: [
      {
        name: 'of',
        label: 'What is cited',
        kind: 'choice',
        choices: [
          { value: 'page', label: 'a page of ours' },
          { value: 'site', label: 'a site of ours' },
        ],
      },
      ASSISTANT,
    ],
    defaults: { of: 'page' },
  }),
  other({
    event: 'app_review',
    label: 'an app gets a review with',
    group: 'Apps',
    parameters: [{ name: 'stars', label: 'Stars', kind: 'number', after: 'stars or less', min: 1, max: 5 }],
    defaults: { stars: 2 },
  }),
  other({
    event: 'app_rating',
    label: 'the rating of an app falls',
    group: 'Apps',
    parameters: [{ name: 'below', label: 'Rating', kind: 'number', before: 'below', min: 1.1, max: 5 }],
    defaults: { below: 4 },
  }),
  other({
    event: 'app_position',
    label: 'an app falls in a search of its store',
    group: 'Apps',
    parameters: [APP_PLACES],
    defaults: { by: 5 },
  }),
  other({
    event: 'app_chart',
    label: 'an app falls in a chart of its store',
    group: 'Apps',
    parameters: [APP_PLACES],
    defaults: { by: 5 },
  }),
  other({
    event: 'app_listing',
    label: 'an app changes its page in the store',
    group: 'Apps',
    parameters: [
      {
        name: 'of',
        label: 'Whose app',
        kind: 'choice',
        before: 'and it is',
        choices: [
          { value: 'any', label: 'any app' },
          { value: 'own', label: 'our own' },
          { value: 'competitor', label: "a competitor's" },
        ],
      },
    ],
    defaults: { of: 'any' },
  }),
  other({
    event: 'checks_failed',
    label: 'checks of a day fail:',
    group: 'Checks and money',
    parameters: [{ name: 'share', label: 'Percent', kind: 'number', after: '% or more', min: 1, max: 100 }],
    defaults: { share: 20 },
  }),
  other({
    event: 'stale',
    label: 'a keyword has had no good check',
    group: 'Checks and money',
    parameters: [{ name: 'intervals', label: 'Intervals', kind: 'number', before: 'for', after: 'of its intervals', min: 1, max: 30 }],
    defaults: { intervals: 2 },
  }),
  other({
    event: 'budget',
    label: 'a budget is spent',
    group: 'Checks and money',
    parameters: [{ name: 'percent', label: 'Percent', kind: 'number', before: 'to', after: '%', min: 1, max: 100 }],
    defaults: { percent: 80 },
  }),
];

const BY_NAME = new Map(EVENTS.map((one) => [one.event, one]));

/** Undefined of an event that the sentence has no words for: such a rule is shown as the service says it. */
export function findEvent(event: string): EventWords | undefined {
  return BY_NAME.get(event);
}
