import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { parseTemplate, type TemplateNode } from './chart-template.ts';

type Scope = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** What the dot and the variables are at one place of a template. */
interface Place {
  readonly dot: unknown;
  readonly variables: Scope;
}

/**
 * Renders files of a chart as Helm would, with the functions that this chart uses; another one throws.
 * @param onPath is called with each path of values that is read, for example `Values.image.tag`
 */
export function makeRenderer(helpers: readonly string[], onPath: (path: string) => void = () => undefined) {
  const named = new Map<string, TemplateNode[]>();
  const define = (nodes: readonly TemplateNode[]): void => {
    for (const node of nodes) if (node.kind === 'define') named.set(node.name, node.body);
  };
  for (const helper of helpers) define(parseTemplate(helper));

  const render = (nodes: readonly TemplateNode[], place: Place): string => nodes.map((node) => renderNode(node, place)).join('');

  const renderNode = (node: TemplateNode, place: Place): string => {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'define') return '';
    if (node.kind === 'output') return toText(evaluate(node.pipeline, place));
    if (node.kind === 'range') return renderRange(node.pipeline, node.body, place);
    const value = evaluate(node.pipeline, place);
    if (!isTruthy(value)) return render(node.otherwise, place);
    return render(node.body, node.kind === 'with' ? { ...place, dot: value } : place);
  };

  /** Of a map, in the order of its keys, as Go does. */
  const renderRange = (given: string, body: readonly TemplateNode[], place: Place): string => {
    const [, key = '', item = '', source = ''] = /^\$(\w+), \$(\w+) := (.+)$/su.exec(given) ?? [];
    if (source === '') throw new Error(`range ${given}: only of a map, with two variables`);
    const entries = Object.entries((evaluate(source, place) ?? {}) as Values).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([name, value]) => render(body, { dot: value, variables: { ...place.variables, [key]: name, [item]: value } }))
      .join('');
  };

  const evaluate = (pipeline: string, place: Place): unknown => {
    let piped: unknown[] = [];
    for (const command of splitTop(pipeline, '|')) {
      const words = splitTop(command, ' ');
      const [first = '', ...rest] = words;
      const isFunction = /^[a-zA-Z]\w*$/u.test(first);
      if (!isFunction && (rest.length > 0 || piped.length > 0)) throw new Error(`${pipeline}: ${first} is no function`);
      const values = (isFunction ? rest : words).map((word) => evaluateWord(word, place));
      piped = [isFunction ? call(first, [...values, ...piped]) : values[0]];
    }
    return piped[0];
  };

  const evaluateWord = (word: string, place: Place): unknown => {
    if (word.startsWith('(')) return evaluate(word.slice(1, -1), place);
    if (word.startsWith('"')) return JSON.parse(word) as string;
    if (/^-?\d+$/u.test(word)) return Number(word);
    if (word === '.') return place.dot;
    if (word.startsWith('$')) return place.variables[word.slice(1)];
    if (!word.startsWith('.')) throw new Error(`${word} is not understood`);
    const path = word.slice(1).split('.');
    onPath(path.join('.'));
    return path.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], place.dot);
  };

  const call = (name: string, given: readonly unknown[]): unknown => {
    if (name === 'include') return render(get(named, String(given[0])), { dot: given[1], variables: {} });
    return get(FUNCTIONS, name)(...given);
  };

  return (text: string, dot: Scope): string => render(parseTemplate(text), { dot, variables: {} });
}

// Templates know no types: each function says what it expects.
const FUNCTIONS = new Map<string, (...given: any[]) => unknown>([
  ['default', (otherwise: unknown, value: unknown) => (isTruthy(value) ? value : otherwise)],
  ['quote', (value: unknown) => JSON.stringify(toText(value))],
  ['not', (value: unknown) => !isTruthy(value)],
  ['list', (...values: unknown[]) => values],
  ['has', (item: unknown, list: unknown[]) => list.includes(item)],
  ['printf', (format: string, ...values: unknown[]) => values.reduce<string>((text, value) => text.replace('%s', toText(value)), format)],
  ['trunc', (length: number, text: string) => text.slice(0, length)],
  ['trimSuffix', (suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text)],
  ['toYaml', (value: unknown) => stringify(value).trimEnd()],
  ['nindent', (spaces: number, text: string) => `\n${text.replaceAll(/^(?=.)/gmu, ' '.repeat(spaces))}`],
  ['sha256sum', (text: string) => createHash('sha256').update(text).digest('hex')],
  ['required', (message: string, value: unknown) => (value === undefined || value === null || value === '' ? fail(message) : value)],
]);

function get<Value>(from: ReadonlyMap<string, Value>, name: string): Value {
  return from.get(name) ?? fail(`the chart may not use ${name}: the test does not know it`);
}

function fail(message: string): never {
  throw new Error(message);
}

function isTruthy(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function toText(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new Error('a map or a list is no text');
  return value === undefined || value === null ? '' : String(value as string | number | boolean);
}

/** Splits where no quotes or parentheses are open; empty parts are left out. */
function splitTop(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    if (!isQuoted) depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === separator && depth === 0 && !isQuoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
