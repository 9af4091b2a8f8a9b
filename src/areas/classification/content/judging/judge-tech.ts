import type { Judgement } from '../../engine/judgement.ts';
import { readTable, splitCell } from '../data/read-table.ts';
import type { PageSignals } from '../page-signals.ts';

const BY_PAGE = 90;
const BY_HOST = 92;
/** Other products are added to what is made with these: a shop within a content management system is a shop. */
const BASES: ReadonlySet<string> = new Set(['content_management', 'site_builder', 'static_generator']);

interface TechTypes {
  readonly byProduct: ReadonlyMap<string, string>;
  readonly byPlatform: ReadonlyMap<string, string>;
}

let types: TechTypes | undefined;

/** What a site is made with, by its page. Empty where the page does not show it, or shows several that exclude each other. */
export function judgeTechByPage({ products }: Pick<PageSignals, 'products'>): Judgement[] {
  const { byProduct } = loadTypes();
  const found = products.flatMap((product) => {
    const label = byProduct.get(product);
    return label === undefined ? [] : [{ product, label }];
  });
  const labels = new Set(found.map(({ label }) => label));
  const added = [...labels].filter((label) => !BASES.has(label));
  const [label, ...others] = added.length > 0 ? added : [...labels];
  if (label === undefined || others.length > 0) return [];
  const evidence = found.filter((one) => one.label === label).map(({ product }) => `made with ${product.replaceAll('_', ' ')}`);
  return [{ dimension: 'domain_tech_type', label, confidence: BY_PAGE, evidence }];
}

/** The same of a site of a platform, by its host: the platform itself is made otherwise. */
export function judgeTechByHost(host: string): Judgement[] {
  const { byPlatform } = loadTypes();
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const platform = host.slice(dot + 1);
    const label = byPlatform.get(platform);
    if (label !== undefined) return [{ dimension: 'domain_tech_type', label, confidence: BY_HOST, evidence: [`hosted at ${platform}`] }];
  }
  return [];
}

function loadTypes(): TechTypes {
  types ??= parse(readTable('tech-types.tsv'));
  return types;
}

function parse(rows: readonly (readonly string[])[]): TechTypes {
  const toMap = (column: 1 | 2): ReadonlyMap<string, string> =>
    new Map(rows.flatMap((row) => splitCell(row[column] ?? '').map((one) => [one, row[0] ?? ''] as const)));
  return { byProduct: toMap(1), byPlatform: toMap(2) };
}
