import type { Registry } from './registry.ts';

/** Fields of inputs that say what a workflow works on, the most telling first. */
const SUBJECTS = ['domain', 'site', 'url', 'value', 'keyword_text', 'keyword', 'app_id', 'category_id', 'title'] as const;
/** The same in lists. */
const LISTS = ['domains', 'urls', 'keywords', 'pages', 'searches'] as const;
const LENGTH_MAX = 120;

/**
 * What a workflow is called for people, by what it does and what it works on.
 * @example nameWorkflow(registry, 'domain-onboard', { domain: 'shop.com' }) // Onboarding of shop.com
 */
export function nameWorkflow(registry: Registry, type: string, input: unknown): string {
  const label = (registry.has(type) ? registry.get(type).label : undefined) ?? toWords(type);
  const subject = findSubject(input);
  const name = subject === undefined ? label : `${label} of ${subject}`;
  return name.length > LENGTH_MAX ? `${name.slice(0, LENGTH_MAX - 1)}…` : name;
}

/** What an input is about: `shop.com`, `shoes and 11 more`; undefined when no field says it. */
function findSubject(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = input as Readonly<Record<string, unknown>>;
  const one = SUBJECTS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof one === 'string') return one;
  const list = LISTS.map((name) => fields[name]).find((value) => Array.isArray(value) && value.length > 0) as unknown[] | undefined;
  const first = list && findSubject(list[0]);
  if (list === undefined || first === undefined) return undefined;
  return list.length === 1 ? first : `${first} and ${list.length - 1} more`;
}

/** `serp-sweep` as `Serp sweep`. */
function toWords(type: string): string {
  const words = type.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
