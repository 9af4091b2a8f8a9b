import { dirname, join } from 'node:path';

/** What a file of code says about itself; paths are those of the repository, and packages keep their names. */
export interface Module {
  /** What it loads. What is imported as a type only is not there when it runs. */
  readonly imports: readonly Import[];
  /** Names that it exports from other files, and which. */
  readonly passesOn: ReadonlyMap<string, string>;
  /** Files and folders that its texts name: programs that it starts, data that it reads. */
  readonly files: readonly string[];
  /** Patterns by which a test looks for files, below any folder that it is in. */
  readonly patterns: readonly string[];
  /** Addresses that a route serves, and names of workflows and job types. */
  readonly offers: readonly string[];
  /** Texts of a test that may be such an address or name. */
  readonly asks: readonly string[];
}

export interface Import {
  readonly from: string;
  /** Names that it takes; left out: all. */
  readonly names?: readonly string[];
}

/** `export { a, type B } from './b.ts'`; an `import` or `export` of types only is none. */
const STATEMENT = /^(?<verb>import|export)\s+(?!type\b)(?:(?:\{(?<names>[^}]*)\}|[^'"`;]*?)\s+from\s+)?'(?<from>[^']+)'/gmu;
const DYNAMIC = /\bimport\(\s*'(?<from>[^']+)'/gu;
/** What follows `from` or `import` is a module, and read above. */
const TEXT = /(?<!\bfrom\s|\bimport\s)'(?<text>(?:[^'\\\n]|\\.)*)'/gu;
/** `join(ROOT, 'docs', 'api')` names one path. */
const BETWEEN_PARTS = /(?<=[\w.])',\s*'(?=\w)/gu;
/** A path that is put together: any text fits what is put in. */
const BUILT_PATH = /new URL\(`(?<text>[^`]+)`/gu;
const HANDED_PATH = /new URL\(\w+, import\.meta\.url\)/u;
const PATH = /^(?!\/|\.+$)[\w@./-]*[./][\w@./-]*$/u;
const PATTERN = /^[\w@.{},*/-]*\*[\w@.{},*/-]*$/u;

const ROUTES = /^src\/.*\/routes(?:\/.*)?\.ts$/u;
const NAMED = /^src\/areas\/.*(?:\.workflow|\bjob|\bjob-types)\.ts$/u;
const TESTS = /^test\/|\.test\.ts$/u;
const ADDRESS = /['`](?:\$\{[^}]*\})?(?<text>\/[^'`\s]+)/gu;
const CONSTANT = /^const (?<name>[A-Z_]+) = '(?<text>\/[^']*)'/gmu;
const NAME = /\bname: '(?<text>[a-z]+(?:[-_][a-z]+)+)'/gu;
const WORDS = /'(?<text>[a-z]+(?:[-_][a-z]+)+)'/gu;

export function readModule(path: string, source: string, toTarget: (specifier: string) => string): Module {
  const folder = dirname(path);
  const toPath = (from: string): string => (from.startsWith('.') ? join(folder, from) : toTarget(from));
  const statements = [...source.matchAll(STATEMENT)].map(({ groups = {} }) => groups as { verb: string; names?: string; from: string });
  const texts = [...findTexts(source, TEXT), ...findTexts(source.replaceAll(BETWEEN_PARTS, '/'), TEXT)];
  const addresses = findTexts(fillConstants(source), ADDRESS).map(toAddress);
  const files = texts.filter((text) => PATH.test(text)).flatMap((text) => [join(folder, text), join(text)]);
  const built = findTexts(source, BUILT_PATH).map((text) => join(folder, text.replaceAll(/\$\{[^}]*\}/gu, '*')));
  return {
    imports: [
      ...statements.map(({ names, from }) => ({
        from: toPath(from),
        names: names === undefined ? undefined : listNames(names).map(({ name }) => name),
      })),
      ...[...source.matchAll(DYNAMIC)].map(({ groups }) => ({ from: toPath(groups?.['from'] ?? '') })),
    ],
    passesOn: new Map(
      statements
        .filter(({ verb }) => verb === 'export')
        .flatMap(({ names = '', from }) => listNames(names).map(({ name, as }) => [as ?? name, toPath(from)] as const)),
    ),
    files: unique([...files.map((file) => file.replace(/\/$/u, '')), ...(HANDED_PATH.test(source) ? [folder] : [])]),
    patterns: unique([...(TESTS.test(path) && source.includes('globSync') ? texts.filter((text) => PATTERN.test(text)) : []), ...built]),
    offers: unique([...(ROUTES.test(path) ? addresses : []), ...(NAMED.test(path) ? findTexts(source, NAME) : [])]),
    asks: TESTS.test(path) ? unique([...addresses, ...findTexts(source, WORDS)]) : [],
  };
}

/** `a, b as c, type D`: names, and what they are called here. */
function listNames(names: string): { readonly name: string; readonly as?: string | undefined }[] {
  const values = names.split(',').map((name) => name.trim());
  return values
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((text) => {
      const [name = '', as] = text.split(' as ');
      return { name, as };
    });
}

/** Addresses often begin with a constant of their file. */
function fillConstants(source: string): string {
  const constants = new Map([...source.matchAll(CONSTANT)].map(({ groups }) => [groups?.['name'], groups?.['text'] ?? '']));
  return source.replaceAll(/\$\{(?<name>[A-Z_]+)\}/gu, (whole, name: string) => constants.get(name) ?? whole);
}

/** What is put in is any text: `/run/{runId}` and `/run/${id}?limit=5` are `/run/*`. */
function toAddress(text: string): string {
  return text.replaceAll(/\$?\{[^}]*\}/gu, '*').replace(/[?#].*$/u, '');
}

function findTexts(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(({ groups }) => groups?.['text'] ?? '');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
