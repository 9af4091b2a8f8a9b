/**
 * The language of the grammars: segments split by `/`; `*` is one segment or part of one, `#` a digit run, `{id}` an
 * identifier with a digit, `{code}` letters and a number, `{year}` one of the web, `{user}` a name that no table reserves, `...` any further segments, `(a|b)` one of several.
 * A pattern fits at the end of a path; `^` holds it to the beginning. After `?` stand parameters, one of which must be
 * there: `t|p`, or `mode=view` where the value must begin so.
 */
export interface Pattern {
  readonly regex: RegExp;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  /** Literal segments by which the pattern is found; one of them must be in the path. Empty when it has none. */
  readonly keys: readonly string[];
  readonly hasUser: boolean;
}

const PARTS = /\.\.\.|\*-(?=\*)|\(([^)]*)\)|\{id\}|\{code\}|\{year\}|\{user\}|#+|\*|[^.*#({]+|[.({]/gu;

/** @throws Error when parentheses or braces are not closed: tables are read at the start, and a wrong line must not pass. */
export function parsePattern(text: string): Pattern {
  const [body = '', query = ''] = splitQuery(text);
  const isAnchored = body.startsWith('^');
  const path = body.replace(/^\^?\/?/u, '');
  const source = path === '...' ? '.*' : path.replaceAll('/...', '...').replaceAll(PARTS, toSource);
  const regex = new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${source}$`, 'u');
  return { regex, parameters: parseParameters(query), keys: listKeys(path), hasUser: text.includes('{user}') };
}

function toSource(part: string, choices: string | undefined): string {
  if (choices !== undefined) return `(?:${choices.split('|').map(toChoiceSource).join('|')})`;
  if (part === '...') return '(?:/.*)?';
  // Words between hyphens: several parts of any length would make the time grow with a power of the length.
  if (part === '*-') return '[^/-]+-';
  if (part === '*') return '[^/]+';
  if (part === '{id}') return '(?:(?=[a-z_~]*\\d)[\\w~=]{5,}|[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4})';
  if (part === '{code}') return '[a-z]{1,4}\\d{4,}';
  if (part === '{year}') return '(?:199\\d|20[0-4]\\d)';
  if (part === '{user}') return '(?!\\d+$)[^/]{2,40}';
  if (part === '#') return '\\d+';
  if (part.startsWith('#')) return `\\d{${part.length}}`;
  return part.replaceAll(/[.+$^?()[\]\\|{}]/gu, '\\$&');
}

function toChoiceSource(choice: string): string {
  return choice.replaceAll(/\*|#+|\{id\}|[^*#{]+/gu, (piece) => toSource(piece, undefined));
}

/** A `?` inside the path does not occur in the tables, so the first one begins the parameters. */
function splitQuery(text: string): readonly string[] {
  const at = text.indexOf('?');
  return at === -1 ? [text] : [text.slice(0, at).replace(/\/$/u, ''), text.slice(at + 1)];
}

function parseParameters(query: string): Pattern['parameters'] {
  if (query === '') return [];
  return query.split('|').map((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return { name, value };
  });
}

/** The first segment made of literals alone, or of a choice of literals. */
function listKeys(path: string): readonly string[] {
  for (const segment of path.replaceAll('...', '/...').split('/')) {
    const choices = /^\(([^)]*)\)$/u.exec(segment)?.[1]?.split('|') ?? [segment];
    if (choices.every((choice) => choice !== '' && choice !== '...' && !/[*#{(]/u.test(choice))) return choices;
  }
  return [];
}

/** Whether a path of a URL and its parameters have the pattern's form. */
export function fitsPattern(pattern: Pattern, path: string, query: ReadonlyMap<string, string>): boolean {
  const { parameters } = pattern;
  const hasParameter =
    parameters.length === 0 || parameters.some(({ name, value }) => fitsValue(query.get(name), value) || isBareStart(name, query));
  return hasParameter && pattern.regex.test(path);
}

function fitsValue(actual: string | undefined, value: string): boolean {
  if (actual === undefined) return false;
  return value === '#' ? /^\d+$/u.test(actual) : actual.startsWith(value);
}

/** Forums write `index.php?threads/title.123/`: the parameter's name is a path. */
function isBareStart(name: string, query: ReadonlyMap<string, string>): boolean {
  if (!name.endsWith('/')) return false;
  for (const key of query.keys()) if (key.startsWith(name)) return true;
  return false;
}
