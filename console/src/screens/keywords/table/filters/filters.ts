import { isolate } from '#data/isolate.ts';
import * as v from 'valibot';
import { BANDS, type BandId } from '#ui/charts/position-bands.ts';
import { OVERVIEW_IDS, toOverviewWords } from '../../overview-words.ts';
import type { Keywords } from '../keywords.ts';
import { competitorRanges, parseRange, rangeText } from './ranges.ts';

const text = v.optional(v.pipe(v.string(), v.maxLength(200)));
const texts = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(50)));
const flag = v.optional(v.boolean());
const range = v.optional(rangeText);
/** `fell` is down or lost, `rose` up or new. */
export const MOVED = ['fell', 'rose', 'up', 'down', 'new', 'lost', 'unchanged'] as const;
const BAND_IDS = BANDS.map(({ id }) => id) as [BandId, ...BandId[]];

/** What the address says of the rows shown. */
export const keywordFilterFields = {
  q: text,
  /** `q` is a regular expression. */
  regex: flag,
  band: v.optional(v.pipe(v.array(v.picklist(BAND_IDS)), v.maxLength(BANDS.length))),
  moved: v.optional(v.picklist(MOVED)),
  position: range,
  change: range,
  volume: range,
  difficulty: range,
  cpc: range,
  traffic: range,
  tag: texts,
  intent: texts,
  journey: texts,
  modifier: texts,
  branded: flag,
  mention: flag,
  feature: texts,
  /** Whether the AI overview of the page cites an own site. */
  overview: v.optional(v.pipe(v.array(v.picklist(OVERVIEW_IDS)), v.maxLength(OVERVIEW_IDS.length))),
  page: text,
  domain: text,
  engine: texts,
  interval: texts,
  vs: v.optional(competitorRanges),
  starred: flag,
  wrongPage: flag,
};

const schema = v.object(keywordFilterFields);
export type KeywordFilters = v.InferOutput<typeof schema>;

export const RANGE_FIELDS = [
  { name: 'position', label: 'Position' },
  { name: 'change', label: 'Change' },
  { name: 'volume', label: 'Volume' },
  { name: 'difficulty', label: 'Difficulty' },
  { name: 'cpc', label: 'CPC' },
  { name: 'traffic', label: 'Traffic' },
] as const;

export type RangeName = (typeof RANGE_FIELDS)[number]['name'];
type Test = (row: number) => boolean;

/** The regular expression that the filters ask for; undefined when they ask for none, an error when it cannot be read. */
function readPattern({ q, regex }: KeywordFilters): RegExp | Error | undefined {
  if (!q || !regex) return undefined;
  try {
    return new RegExp(q, 'iu');
  } catch (error) {
    return error as Error;
  }
}

/** What is wrong with the regular expression, if something is. */
export function findBadPattern(filters: KeywordFilters): string | undefined {
  const pattern = readPattern(filters);
  return pattern instanceof Error ? pattern.message : undefined;
}

/** A row passes when all of these say so. `except` leaves one filter out, to count what it could choose. */
export function toTests(keywords: Keywords, filters: KeywordFilters, except?: keyof KeywordFilters): Test[] {
  const kept = { ...filters, ...(except && { [except]: undefined }) };
  return [
    toTextTests(keywords, kept),
    toRangeTests(keywords, kept),
    toCompetitorTests(keywords, kept),
    toListTests(keywords, kept),
    toFlagTests(keywords, kept),
  ].flat();
}

function toTextTests({ columns, textOf }: Keywords, filters: KeywordFilters): Test[] {
  const { q, regex, page, domain } = filters;
  const tests: Test[] = [];
  const pattern = readPattern(filters);
  if (pattern instanceof RegExp) tests.push((row) => pattern.test(columns.keyword[row] ?? ''));
  if (q && !regex) {
    const words = q.toLowerCase().split(/\s+/u);
    tests.push((row) => {
      const keyword = columns.keyword[row]?.toLowerCase() ?? '';
      return words.every((word) => keyword.includes(word));
    });
  }
  if (page) tests.push((row) => textOf('page', row)?.includes(page) ?? false);
  if (domain) tests.push((row) => textOf('domain', row) === domain);
  return tests;
}

function toRangeTests({ columns, textOf, positionOf }: Keywords, filters: KeywordFilters): Test[] {
  return RANGE_FIELDS.flatMap(({ name }) => {
    const bounds = parseRange(filters[name]);
    if (!bounds) return [];
    const [from, to] = bounds;
    // The position of a failed check is an older one.
    const isKnown: Test = name === 'position' ? (row) => textOf('status', row) === 'ranked' : () => true;
    return [
      (row: number) => {
        const value = name === 'position' ? positionOf(row) : (columns[name][row] ?? null);
        return value !== null && value >= from && value <= to && isKnown(row);
      },
    ];
  });
}

/** A website that is no competitor, or not any more, stands nowhere. */
function toCompetitorTests({ competitors = [] }: Keywords, { vs = [] }: KeywordFilters): Test[] {
  return vs.map((one) => {
    const [domain, bounds] = one.split(' ');
    const [from, to] = parseRange(bounds) ?? [-Infinity, Infinity];
    const competitor = competitors.find((known) => known.domain === domain);
    return (row) => {
      const value = competitor?.statusOf(row) === 'ranked' ? competitor.positionOf(row) : null;
      return value !== null && value >= from && value <= to;
    };
  });
}

function toListTests(keywords: Keywords, filters: KeywordFilters): Test[] {
  const { band, tag, intent, journey, modifier, feature, overview, engine, interval } = filters;
  const { columns, tags, textOf, featuresOf, modifiersOf, bandOf } = keywords;
  const tests: Test[] = [];
  if (band?.length) tests.push((row) => band.includes(bandOf(row)));
  if (tag?.length) tests.push((row) => (columns.tags[row] ?? []).some((place) => tag.includes(tags[place]?.id ?? '')));
  if (intent?.length) tests.push((row) => intent.includes(textOf('intent', row) ?? ''));
  if (journey?.length) tests.push((row) => journey.includes(textOf('journey', row) ?? ''));
  if (modifier?.length) tests.push((row) => modifiersOf(row).some((name) => modifier.includes(name)));
  if (feature?.length) tests.push((row) => featuresOf(row).some((name) => feature.includes(name)));
  if (overview?.length) tests.push((row) => overview.some((standing) => standing === textOf('ai_overview', row)));
  if (engine?.length) tests.push((row) => engine.includes(textOf('engine', row) ?? ''));
  if (interval?.length) tests.push((row) => interval.includes(textOf('check_interval', row) ?? ''));
  return tests;
}

function toFlagTests({ columns, textOf, isWrongPage }: Keywords, { starred, branded, mention, wrongPage, moved }: KeywordFilters): Test[] {
  const tests: Test[] = [];
  if (branded !== undefined) tests.push((row) => columns.branded[row] === branded);
  if (mention !== undefined) tests.push((row) => columns.has_brand_mention[row] === mention);
  if (starred) tests.push((row) => columns.is_starred[row] ?? false);
  if (wrongPage) tests.push(isWrongPage);
  if (moved) tests.push((row) => MOVEMENTS[moved].has(textOf('movement', row) ?? ''));
  return tests;
}

const MOVEMENTS: Readonly<Record<(typeof MOVED)[number], ReadonlySet<string>>> = {
  fell: new Set(['down', 'lost']),
  rose: new Set(['up', 'new']),
  up: new Set(['up']),
  down: new Set(['down']),
  new: new Set(['new']),
  lost: new Set(['lost']),
  unchanged: new Set(['unchanged']),
};

/** How many rows of each band there are among those that pass every other filter. */
export function countBands(keywords: Keywords, filters: KeywordFilters): ReadonlyMap<BandId, number> {
  const tests = toTests(keywords, filters, 'band');
  const counts = new Map<BandId, number>(BANDS.map(({ id }) => [id, 0]));
  for (let row = 0; row < keywords.count; row += 1) {
    if (!tests.every((test) => test(row))) continue;
    const band = keywords.bandOf(row);
    counts.set(band, (counts.get(band) ?? 0) + 1);
  }
  return counts;
}

/** How the rows stand on average; only those that rank count, and it says how many they are. */
export function summarize(
  { positionOf, textOf }: Keywords,
  rows: Iterable<number>,
): { readonly ranked: number; readonly average: number | null } {
  let ranked = 0;
  let sum = 0;
  for (const row of rows) {
    if (textOf('status', row) !== 'ranked') continue;
    ranked += 1;
    sum += positionOf(row) ?? 0;
  }
  return { ranked, average: ranked === 0 ? null : sum / ranked };
}

/** A filter that is on, in words, and what turns it off. */
export interface Chip {
  readonly label: string;
  readonly without: Partial<KeywordFilters>;
}

export function toChips(filters: KeywordFilters, tagName: (id: string) => string): Chip[] {
  const of = (name: keyof KeywordFilters, label: string | undefined): Chip[] => (label ? [{ label, without: { [name]: undefined } }] : []);
  const list = (values: readonly string[] | undefined, label: string, toText: (value: string) => string = String): string | undefined =>
    values?.length ? `${label}: ${values.map((value) => isolate(toText(value))).join(' or ')}` : undefined;
  const bandName = (id: string): string => BANDS.find((band) => band.id === id)?.label ?? id;
  return [
    ...of('q', filters.q && `${filters.regex ? 'Matches' : 'Contains'} ${isolate(filters.q)}`),
    ...of('band', list(filters.band, 'Position', bandName)),
    ...of('moved', filters.moved && `Moved: ${filters.moved}`),
    ...RANGE_FIELDS.flatMap(({ name, label }) => of(name, filters[name] && `${label} ${filters[name]}`)),
    ...(filters.vs ?? []).map((one) => ({ label: one, without: { vs: withoutOne(filters.vs, one) } })),
    ...of('tag', list(filters.tag, 'Tag', tagName)),
    ...of('intent', list(filters.intent, 'Intent')),
    ...of('journey', list(filters.journey, 'Journey')),
    ...of('modifier', list(filters.modifier, 'Modifier')),
    ...of('branded', filters.branded === undefined ? undefined : filters.branded ? 'Own brand' : 'No own brand'),
    ...of('mention', filters.mention === undefined ? undefined : filters.mention ? 'Contains a brand' : 'No brand'),
    ...of('feature', list(filters.feature, 'Feature')),
    ...of('overview', list(filters.overview, 'AI Overview', toOverviewWords)),
    ...of('page', filters.page && `Page contains ${isolate(filters.page)}`),
    ...of('domain', filters.domain && `Site ${filters.domain}`),
    ...of('engine', list(filters.engine, 'Engine')),
    ...of('interval', list(filters.interval, 'Interval')),
    ...of('starred', filters.starred ? 'Starred' : undefined),
    ...of('wrongPage', filters.wrongPage ? 'A page other than the target ranks' : undefined),
  ];
}

function withoutOne(values: readonly string[] | undefined, value: string): string[] | undefined {
  const rest = (values ?? []).filter((other) => other !== value);
  return rest.length === 0 ? undefined : rest;
}

/** Takes every filter away. */
export const NO_FILTERS = Object.fromEntries(Object.keys(keywordFilterFields).map((name) => [name, undefined])) as Partial<KeywordFilters>;
