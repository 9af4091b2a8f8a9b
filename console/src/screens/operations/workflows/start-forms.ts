/** The forms by which workflows are started by hand, read out of the OpenAPI document of the service. */

export interface StartField {
  readonly name: string;
  /** One value on each line. */
  readonly isList: boolean;
}

export interface StartForm {
  readonly type: string;
  readonly fields: readonly StartField[];
  /** What the document says of the fields, in its own words. */
  readonly help: string;
}

export interface WorkflowForms {
  /** Types that can be started by hand. */
  readonly forms: readonly StartForm[];
  /** Every type there is. */
  readonly types: readonly string[];
}

const START_PATH = '/api/admin/workflow/{type}';
const LIST_PATH = '/api/admin/workflows/running';
const SECTION = /(?:^By type:|\.) ([a-z][a-z-]*): /gu;
const IN_BRACKETS = /\([^)]*\)/gu;
const NAME = /`([a-z_]+)(\[\])?`/gu;

/** @param document the OpenAPI document */
export function readWorkflowForms(document: unknown): WorkflowForms {
  const help = get(document, ['paths', START_PATH, 'post', 'requestBody', 'content', 'application/json', 'schema', 'description']);
  const parameters = get(document, ['paths', LIST_PATH, 'get', 'parameters']);
  const type = Array.isArray(parameters) ? (parameters as unknown[]).find((parameter) => get(parameter, ['name']) === 'type') : undefined;
  const types = get(type, ['schema', 'enum']);
  return { forms: typeof help === 'string' ? splitHelp(help) : [], types: Array.isArray(types) ? types.map(String) : [] };
}

function get(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined),
    value,
  );
}

function splitHelp(help: string): StartForm[] {
  const heads = [...help.matchAll(SECTION)];
  return heads.map((head, index) => {
    const text = help.slice(head.index + head[0].length, heads[index + 1]?.index).replace(/\.$/u, '');
    return { type: head[1] ?? '', fields: readFields(text), help: text };
  });
}

function readFields(text: string): StartField[] {
  const names = [...text.replaceAll(IN_BRACKETS, '').matchAll(NAME)];
  return [...new Map(names.map(([, name = '', list]) => [name, { name, isList: list !== undefined }])).values()];
}

const NUMBER = /^-?\d+(?:\.\d+)?$/u;
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** What was typed into a field as a value of JSON; undefined when nothing was. */
export function toFieldValue({ isList }: StartField, text: string): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (isList) return lines.length === 0 ? undefined : lines;
  const [only = ''] = lines;
  if (only === '') return undefined;
  return WORDS[only] ?? (NUMBER.test(only) ? Number(only) : only);
}

/**
 * The body of a start.
 * @param more further fields as a JSON object, or empty
 * @throws SyntaxError it is not one
 */
export function toStartBody(form: StartForm, texts: Readonly<Record<string, string>>, more: string): Record<string, unknown> {
  const given = form.fields
    .map((field) => [field.name, toFieldValue(field, texts[field.name] ?? '')] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...readObject(more) };
}

function readObject(text: string): object {
  if (text.trim() === '') return {};
  const value = JSON.parse(text) as unknown;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('This is not a JSON object.');
  return value;
}
