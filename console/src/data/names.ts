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

/** Undefined for a text that cannot be a code. */
function toName(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}
