import type { SourcePage } from '../../assistants/book.ts';
import type { PoolEntry } from './mention-pool.ts';

/** What is looked for in answers. */
export interface MentionTarget {
  readonly kind: 'domain' | 'keyword';
  /** In small letters. */
  readonly text: string;
  readonly isExcluded: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly withSubdomains: boolean;
  readonly isPartial: boolean;
}

const DOMAIN_SCOPES = ['any', 'sources', 'search_results'];
const KEYWORD_SCOPES = ['any', 'question', 'answer', 'brand_entities', 'fan_out_queries'];
const LENGTHS_MAX = { domain: 63, keyword: 250 };
const FIELDS = new Set(['domain', 'keyword', 'search_filter', 'search_scope', 'include_subdomains', 'match_type']);

type Wire = Readonly<Record<string, unknown>>;

/** The targets of a task; undefined when one of them makes no sense, or none is to be there. */
export function readTargets(value: unknown): readonly MentionTarget[] | undefined {
  const targets = (value as readonly Wire[]).map(readTarget);
  const known = targets.filter((target) => target !== undefined);
  return known.length === targets.length && known.some(({ isExcluded }) => !isExcluded) ? known : undefined;
}

function readTarget(target: Wire): MentionTarget | undefined {
  const { domain, keyword, search_filter: filter = 'include', search_scope: scope = ['any'], match_type: match = 'word_match' } = target;
  const kind = typeof domain === 'string' ? 'domain' : 'keyword';
  const text = kind === 'domain' ? domain : keyword;
  const isKnown = Object.keys(target).every((name) => FIELDS.has(name)) && (domain === undefined || keyword === undefined);
  if (!isKnown || typeof text !== 'string' || text.trim() === '' || text.length > LENGTHS_MAX[kind]) return undefined;
  const scopes = kind === 'domain' ? DOMAIN_SCOPES : KEYWORD_SCOPES;
  if (!Array.isArray(scope) || scope.length === 0 || !scope.every((one) => scopes.includes(String(one)))) return undefined;
  if ((filter !== 'include' && filter !== 'exclude') || (match !== 'word_match' && match !== 'partial_match')) return undefined;
  return {
    kind,
    text: text.trim().toLowerCase(),
    isExcluded: filter === 'exclude',
    scopes: new Set(scope.map(String)),
    withSubdomains: target['include_subdomains'] === true,
    isPartial: match === 'partial_match',
  };
}

/** Whether an entry holds all that is to be there, and nothing that is not. */
export function isHit(targets: readonly MentionTarget[], entry: PoolEntry): boolean {
  return targets.every((target) => isFound(target, entry) !== target.isExcluded);
}

function isFound(target: MentionTarget, { facts, answer }: PoolEntry): boolean {
  const looksIn = (scope: string): boolean => target.scopes.has('any') || target.scopes.has(scope);
  if (target.kind === 'domain')
    return (looksIn('sources') && hasDomain(target, answer.sources)) || (looksIn('search_results') && hasDomain(target, answer.retrieved));
  const texts = [
    ...(looksIn('question') ? [facts.text] : []),
    ...(looksIn('answer') ? [answer.script.markdown] : []),
    ...(looksIn('brand_entities') ? answer.plan.named.map(({ site }) => site.name) : []),
    ...(looksIn('fan_out_queries') ? answer.plan.fanOuts : []),
  ];
  return texts.some((text) => holds(target, text.toLowerCase()));
}

function hasDomain({ text, withSubdomains }: MentionTarget, pages: readonly SourcePage[] | null): boolean {
  return (pages ?? []).some(({ site }) => {
    const host = site.host.replace(/^www\./u, '');
    return host === text || (withSubdomains && host.endsWith(`.${text}`));
  });
}

function holds({ text, isPartial }: MentionTarget, whole: string): boolean {
  if (isPartial) return whole.includes(text);
  const toWords = (value: string): string => ` ${value.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  return toWords(whole).includes(toWords(text));
}
