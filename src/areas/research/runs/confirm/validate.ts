import { AppError, type FieldProblem } from '#kernel/errors.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { Confirmation, ConfirmedCategory, Enrichment, RunBusinessType } from '../research-run.ts';
import type { RunRecord } from '../run-record.ts';
import { resolveCategory, type NamedCategory } from './resolve-category.ts';
import { resolveMarkets, type NamedLocation } from './resolve-markets.ts';

/** What a user confirms, in either form. */
export interface ConfirmInput {
  readonly categories: readonly NamedCategory[];
  /** Undefined: as it was found. */
  readonly businessFocus: string | undefined;
  readonly locations: readonly NamedLocation[];
  readonly languageCode: string | undefined;
  readonly appNames: readonly string[];
  /** Undefined: as they were found. */
  readonly seedKeywords: readonly string[] | undefined;
  readonly keywordsMax: number | undefined;
  readonly costUsdMax: number | undefined;
}

/** What decides where the confirmation leaves it open. */
export interface ConfirmHints extends Pick<SearchData, 'hasLists'> {
  /** Of the run's project. */
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

/** What of a run its confirmation depends on. */
export interface EnrichedRun extends Pick<RunRecord, 'host' | 'options'> {
  readonly enrichment: Enrichment;
}

export interface ValidConfirmation {
  readonly confirmation: Confirmation;
  readonly warnings: readonly string[];
}

const LOCAL_LOCATIONS_MAX = 5;
const KEYWORDS_DEFAULT = 2_000;
const APP_TYPES: ReadonlySet<RunBusinessType> = new Set(['saas', 'game', 'marketplace']);

const NO_CATEGORY = 'At least one category is required';
const NO_LOCATION = 'Local business type requires at least one location';
const TOO_MANY_LOCATIONS = `Local business type allows at most ${LOCAL_LOCATIONS_MAX} locations`;
const NOT_OF_TREE = 'must be a category of the provider';
const NO_APP_NAMES = 'app_names is empty: only the names of the site itself are recognized as brands';

/**
 * The confirmation with categories, locations and languages found, each once.
 * @throws AppError 400 naming every problem; its short text is the first one
 */
export function validateConfirmation(run: EnrichedRun, input: ConfirmInput, hints: ConfirmHints): ValidConfirmation {
  const { businessType } = run.enrichment;
  const { confirmation, problems } = readConfirmation(run, input, hints);
  refuse([
    ...(input.categories.length === 0 ? [{ path: 'categories', message: NO_CATEGORY }] : []),
    ...(businessType === 'local' ? findLocalProblems(input) : []),
    ...problems,
  ]);
  return { confirmation, warnings: APP_TYPES.has(businessType) && input.appNames.length === 0 ? [NO_APP_NAMES] : [] };
}

/** The confirmation of everything that was recommended, in the country that the run is about. */
export function confirmRecommended(run: EnrichedRun, hints: ConfirmHints): Confirmation {
  const categories = run.enrichment.categories.map(({ id }) => ({ category: id, confidence: undefined, assignedBy: undefined }));
  return readConfirmation(run, { ...AS_FOUND, categories }, hints).confirmation;
}

const AS_FOUND: ConfirmInput = {
  categories: [],
  businessFocus: undefined,
  locations: [],
  languageCode: undefined,
  appNames: [],
  seedKeywords: undefined,
  keywordsMax: undefined,
  costUsdMax: undefined,
};

function readConfirmation(
  { enrichment, options, host }: EnrichedRun,
  input: ConfirmInput,
  hints: ConfirmHints,
): { readonly confirmation: Confirmation; readonly problems: readonly FieldProblem[] } {
  const categories = input.categories.map((category) => resolveCategory(category, enrichment.categories));
  const unknown = [...categories.entries()].filter(([, category]) => category === undefined);
  const { markets, problems } = resolveMarkets(input.locations, {
    hasLists: hints.hasLists,
    languageCode: input.languageCode ?? options.languageCode ?? hints.languageCode,
    locationCode: options.locationCode ?? hints.locationCode,
    siteLanguageCode: enrichment.languageCode,
    host,
  });
  const confirmation: Confirmation = {
    categories: keepFirst(categories.filter((category) => category !== undefined)),
    businessFocus: input.businessFocus ?? enrichment.businessFocus,
    markets,
    appNames: [...new Set(input.appNames)],
    ...(input.seedKeywords !== undefined && { seedKeywords: [...new Set(input.seedKeywords)] }),
    limits: {
      keywordsMax: input.keywordsMax ?? options.keywordsMax ?? KEYWORDS_DEFAULT,
      costUsdMax: input.costUsdMax ?? options.costUsdMax ?? null,
    },
  };
  return { confirmation, problems: [...unknown.map(([at]) => ({ path: `categories[${at}].id`, message: NOT_OF_TREE })), ...problems] };
}

function findLocalProblems({ locations }: ConfirmInput): FieldProblem[] {
  if (locations.length === 0) return [{ path: 'locations', message: NO_LOCATION }];
  return locations.length > LOCAL_LOCATIONS_MAX ? [{ path: 'locations', message: TOO_MANY_LOCATIONS }] : [];
}

function keepFirst(categories: readonly ConfirmedCategory[]): ConfirmedCategory[] {
  const byPath = new Map<string, ConfirmedCategory>();
  for (const category of categories) {
    const key = category.path.toLowerCase();
    if (!byPath.has(key)) byPath.set(key, category);
  }
  return [...byPath.values()];
}

/** @throws AppError 400 when there is a problem */
function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new AppError('invalid', first.message, { message: problems.map(({ message }) => message).join('; '), details: problems });
}
