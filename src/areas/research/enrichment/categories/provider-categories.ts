import { getKeywordAttributes, getKeywordList } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { DomainCategory, ListMarket } from '#providers/search-data/lists.ts';
import type { CountKeywords } from '../settle-families.ts';
import { tryPaid, type Tried } from '../try-paid.ts';

export type ProviderContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config' | 'purchases'>;

export interface ProviderQuestion {
  readonly host: string;
  readonly seeds: readonly string[];
  readonly market: ListMarket;
  readonly organizationId: string | null;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/** Shares of categories by their ids, 0 to 1. */
type Shares = ReadonlyMap<number, number>;

/** Rows of the answer about a domain that are looked at. */
export const DOMAIN_ROWS = 100;
/** A category so many names deep says something; those above it say less. */
const DEPTH_ENOUGH = 3;

/** What the provider knows the domain by. */
export interface DomainCategories {
  /** Of the domain's keywords. */
  readonly shares: Shares;
  readonly countKeywords: CountKeywords;
}

/** The categories that the provider knows the domain by. */
export function askAboutDomain(
  ctx: ProviderContext,
  { host, market, organizationId, scope, signal }: ProviderQuestion,
): Promise<Tried<DomainCategories>> {
  const request = { ...market, target: host.replace(/^www\./u, ''), limit: DOMAIN_ROWS };
  return tryPaid(
    'The categories that the provider knows the domain by',
    async () => {
      const { rows, costUsd } = await getKeywordList(ctx, { kind: 'categories_for_domain', request, organizationId }, scope, { signal });
      const most = Math.max(1, ...rows.map(({ keywordsCount }) => keywordsCount ?? 0));
      const shares = rows.flatMap(({ path, keywordsCount }) => {
        const id = path.at(-1);
        return id === undefined ? [] : [[id, ((keywordsCount ?? 0) / most) * toDepthFactor(id)] as const];
      });
      return { value: { shares: new Map(shares), countKeywords: toCounter(rows) }, costUsd };
    },
    signal,
  );
}

/** A category that a whole list does not name has none; of a site that the provider does not know nothing is known. */
function toCounter(rows: readonly DomainCategory[]): CountKeywords {
  const counts = new Map(
    rows.flatMap(({ path, keywordsCount }) => (keywordsCount === null ? [] : [[path.at(-1) ?? 0, keywordsCount] as const])),
  );
  const isWhole = rows.length > 0 && rows.length < DOMAIN_ROWS;
  return (id) => counts.get(id) ?? (isWhole ? 0 : undefined);
}

/** The categories that the provider sorts the site's own seeds into, each with its share of the seeds. */
export function askAboutSeeds(
  ctx: ProviderContext,
  { seeds, market, organizationId, scope, signal }: ProviderQuestion,
): Promise<Tried<Shares>> {
  return tryPaid(
    'The categories of the seed keywords',
    async () => {
      if (seeds.length === 0) return { value: new Map<number, number>(), costUsd: 0 };
      const question = { kind: 'categories_for_keywords', keywords: seeds, ...market, organizationId } as const;
      const { attributes, costUsd } = await getKeywordAttributes(ctx, question, scope, { signal });
      const known = [...attributes.values()].filter((categories) => typeof categories !== 'string');
      const counts = new Map<number, number>();
      for (const categories of known) for (const id of new Set(categories)) counts.set(id, (counts.get(id) ?? 0) + 1);
      return { value: new Map([...counts].map(([id, count]) => [id, (count / known.length) * toDepthFactor(id)])), costUsd };
    },
    signal,
  );
}

function toDepthFactor(id: number): number {
  const depth = (findProviderCategory(id)?.path.split('/').length ?? 1) - 1;
  return Math.min(1, depth / DEPTH_ENOUGH);
}
