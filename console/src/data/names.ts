const OPTIONS = { fallback: 'code' } as const;
const countries = new Intl.DisplayNames('en', { ...OPTIONS, type: 'region' });
const languages = new Intl.DisplayNames('en', { ...OPTIONS, type: 'language' });

/** `us` as `United States`. */
export function toCountryName(code: string): string {
  return toName(countries, code.toUpperCase()) ?? code;
}

/** `en` as `English`; what is no code stays as it is. */
export function toLanguageName(code: string): string {
  return toName(languages, code) ?? code;
}

interface NamedLanguage {
  readonly language_code: string;
  readonly name: string;
}

/** Languages to choose from. Providers know some under two codes, which then tell them apart: `Hebrew (he)`, `Hebrew (iw)`. */
export function toLanguageChoices(known: readonly NamedLanguage[]): { value: string; label: string }[] {
  const isAlone = (name: string): boolean => known.filter((one) => one.name === name).length === 1;
  return known.map(({ language_code: code, name }) => ({ value: code, label: isAlone(name) ? name : `${name} (${code})` }));
}

/** What the API calls without their names: engines, what of their pages is read, and who reads them. */
const ENGINES: Readonly<Record<string, string>> = { engine_a: 'Google', engine_b: 'Bing' };
const CHANNELS: Readonly<Record<string, string>> = { seo: 'Results', local: 'Map', paid: 'Ads' };
const PROVIDERS: Readonly<Record<string, string>> = { provider: 'DataForSEO' };

/** `engine_a` as `Google`. */
export function toEngineName(code: string): string {
  return ENGINES[code] ?? code;
}

/** Which part of a result page: `seo` as `Results`, `local` as `Map`. */
export function toChannelName(code: string): string {
  return CHANNELS[code] ?? code;
}

/** Who read a result page or the metrics of a keyword. */
export function toProviderName(code: string): string {
  return PROVIDERS[code] ?? code;
}

/** Undefined for a text that cannot be a code. */
function toName(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

/** Programs that history is brought from, by the kind of the file. */
const IMPORT_KINDS: Readonly<Record<string, string>> = {
  serpbear_database: 'SerpBear',
  serpbear_api: 'SerpBear (API)',
  serpbear_csv: 'SerpBear (CSV)',
  serposcope_backup: 'Serposcope',
  openseo_history: 'OpenSEO',
  semrush_tracking: 'Semrush',
  organic_export: 'Semrush or Ahrefs (organic keywords)',
  search_console_export: 'Search Console (export of the screen)',
  keyword_planner: 'the Keyword Planner',
  keyword_com: 'keyword.com',
  csv: 'a CSV',
};

export function toImportKind(kind: string | null): string {
  return kind === null ? 'not known yet' : (IMPORT_KINDS[kind] ?? kind);
}

/** Scales of another program's places: what it counts them among. */
export const IMPORT_SCALES = {
  organic: 'organic results',
  page: 'everything on the page',
  unknown: 'a scale that is not known',
} as const;

/** Qualities of another program's points. */
export const IMPORT_QUALITIES = { measured: 'measured', as_reported: 'as reported', index: 'an estimate of an index' } as const;
