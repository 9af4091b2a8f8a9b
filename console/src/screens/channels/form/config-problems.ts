import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems, type Problems } from '#data/answers/problems.ts';
import type { KindGuide } from '../kinds.ts';

const FIELDS = ['name', 'events', 'min_severity', 'quiet', 'fallback_channel_id'];
const CONFIG = /^config\.(\w+)/u;

/** What is wrong with the fields of a channel, those of its kind by `config.` and their names, and the error where that is not all. */
export function readConfigProblems(
  error: ApiError | null,
  { kind, fields }: Pick<KindGuide, 'kind' | 'fields'>,
): { readonly problems: Problems; readonly rest: ApiError | undefined } {
  const problems = readProblems(error);
  const details = (Array.isArray(error?.details) ? error.details : []) as readonly { readonly path?: string; readonly message?: string }[];
  const ofConfig = details.flatMap(({ path = '', message = '' }) => {
    const name = CONFIG.exec(path)?.[1];
    return name === undefined ? [] : [[`config.${name}`, message] as const];
  });
  const known = new Map<string, string>(ofConfig);
  const isSaid =
    problems.areAllAt([...FIELDS, 'config']) &&
    [...known.keys()].every((path) => kind === 'email' || fields.some(({ name }) => path === `config.${name}`));
  const whole = details.find(({ path }) => path === 'config')?.message;
  return {
    problems: { ...problems, of: (field) => known.get(field) ?? (field === 'config' ? whole : problems.of(field)) },
    rest: error === null || isSaid ? undefined : error,
  };
}
