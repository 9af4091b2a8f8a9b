/** Countries by their English names, as Unicode has them. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const BY_NAME = listNames();

/** Two letters for an English name or two letters; null for neither. @example findCountryCode('Germany') // DE */
export function findCountryCode(text: string): string | null {
  const name = text.trim();
  if (/^[A-Za-z]{2}$/u.test(name)) return name.toUpperCase();
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

function listNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code] as const];
    }),
  );
}
