import { APP_FIELDS, isAtLeast, type AppField, type AppSource, type AppValues } from './app-fields.ts';
import { cleanValue } from './clean-value.ts';

/** What a source says; null, undefined, an empty text and an empty list all mean that it does not say. */
export type GivenValues = { readonly [Field in AppField]?: AppValues[Field] | null | undefined };

/** What was read of an app at one time, and where each value comes from. */
export interface ObservedApp {
  readonly appId: string;
  /** Its own page or record was read; false: it only stood on a list. */
  readonly isFetched: boolean;
  /** Only what is known. */
  readonly values: Partial<AppValues>;
  readonly sources: Partial<Record<AppField, AppSource>>;
  /** What its paid record cost in USD; undefined: none was bought. */
  readonly boughtUsd?: number | undefined;
}

/** The sources that are about one app. */
const OWN_SOURCES: ReadonlySet<AppSource> = new Set(['lookup', 'page', 'provider']);

/**
 * What one source says of an app, cleaned: without empty values, unusable numbers and characters that cannot be stored.
 * An app with a price of 0 is free, and a free app has that price.
 * @example observeApp('310633997', 'lookup', { rating: 4.68, ratingCount: 1_200, subtitle: null })
 */
export function observeApp(appId: string, source: AppSource, given: GivenValues): ObservedApp {
  const values: Record<string, unknown> = {};
  for (const field of APP_FIELDS) {
    const value = cleanValue(field, given[field]);
    if (value !== undefined) values[field] = value;
  }
  if (typeof values['price'] === 'number') values['isFree'] = values['price'] === 0;
  else if (values['isFree'] === true) values['price'] = 0;
  const sources = Object.fromEntries(Object.keys(values).map((field) => [field, source]));
  return { appId, isFetched: OWN_SOURCES.has(source), values, sources };
}

/**
 * What several sources say of one app as one, value by value: the best source of the field wins, of equal ones the first.
 * @throws RangeError for an empty list
 */
export function mergeObserved(observed: readonly ObservedApp[]): ObservedApp {
  const [first, ...others] = observed;
  if (first === undefined) throw new RangeError('nothing was observed');
  return others.reduce(mergePair, first);
}

function mergePair(left: ObservedApp, right: ObservedApp): ObservedApp {
  const values: Partial<Record<AppField, unknown>> = { ...left.values };
  const sources = { ...left.sources };
  const boughtUsd = left.boughtUsd ?? right.boughtUsd;
  for (const [field, source] of Object.entries(right.sources) as [AppField, AppSource][]) {
    const present = sources[field];
    if (present !== undefined && isAtLeast(field, present, source)) continue;
    values[field] = right.values[field];
    sources[field] = source;
  }
  return { appId: left.appId, isFetched: left.isFetched || right.isFetched, values: values as Partial<AppValues>, sources, boughtUsd };
}

/** Each app once, in the order of their ids, so that two writers lock rows in the same order. */
export function mergeByApp(observed: readonly ObservedApp[]): ObservedApp[] {
  const groups = Map.groupBy(observed, ({ appId }) => appId);
  return [...groups.values()].map(mergeObserved).toSorted((left, right) => (left.appId < right.appId ? -1 : 1));
}
