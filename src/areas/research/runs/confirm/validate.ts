import { AppError, type FieldProblem } from '#kernel/errors.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { Confirmation, ConfirmedCategory, RunBusinessType } from '../research-run.ts';
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
  readonly keywordsMax: number | undefined;
  readonly costUsdMax: number | undefined;
}

/** What decides where the confirmation leaves it open. */
export interface ConfirmHints extends Pick<SearchData, 'hasLists'> {
  /** Of the run's project. */
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
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
const NO_APP_NAMES = 'app_names is empty: only the names of the site itself are recognized as brands';

/**
 * The confirmation with categories, places and languages found, each once.
 * @throws AppError 400 naming every problem; its short text is the first one
 */
export function validateConfirmation(run: RunRecord, input: ConfirmInput, hints: ConfirmHints): ValidConfirmation {
  const { enrichment, options, host } = run;
  if (enrichment === null) throw new Error(`Run ${run.id} has no enrichment to confirm`);
  const { businessType } = enrichment;
  const categories = input.categories.map((category) => resolveCategory(category, enrichment.categories));
  const { markets, problems } = resolveMarkets(input.locations, {
    hasLists: hints.hasLists,
    languageCode: input.languageCode ?? options.languageCode ?? hints.languageCode,
    locationCode: options.locationCode ?? hints.locationCode,
    siteLanguageCode: enrichment.languageCode,
    host,
  });
  refuse([
    ...(categories.length === 0 ? [{ path: 'categories', message: NO_CATEGORY }] : []),
    ...categories.flatMap((category, at) =>
      category === undefined ? [{ path: `categories[${at}].id`, message: 'must be a category of the provider' }] : [],
    ),
    ...(businessType === 'local' ? findLocalProblems(input) : []),
    ...problems,
  ]);
  const confirmation: Confirmation = {
    categories: keepFirst(categories.filter((category) => category !== undefined)),
    businessFocus: input.businessFocus ?? enrichment.businessFocus,
    markets,
    appNames: [...new Set(input.appNames)],
    limits: {
      keywordsMax: input.keywordsMax ?? options.keywordsMax ?? KEYWORDS_DEFAULT,
      costUsdMax: input.costUsdMax ?? options.costUsdMax ?? null,
    },
  };
  return { confirmation, warnings: APP_TYPES.has(businessType) && input.appNames.length === 0 ? [NO_APP_NAMES] : [] };
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
