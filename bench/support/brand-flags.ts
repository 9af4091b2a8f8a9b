import { flagBrand } from '#areas/research/harvest/judge/flag-brand.ts';
import { loadJudge } from '#areas/research/harvest/judge/load-judge.ts';
import type { Enrichment } from '#areas/research/runs/research-run.ts';
import type { BenchRow } from './bench.ts';

/** A site, the names it was read to have, and texts to flag. */
export interface BrandCase {
  readonly domain: string;
  readonly enrichment: Enrichment;
  readonly keywords: readonly { readonly text: string; readonly isOwn: boolean }[];
}

/** How people write a name beside what they want of it. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name} login`,
  (name) => `${name} reviews`,
  (name) => `is ${name} any good`,
  (name) => name.replaceAll(' ', ''),
];

export function listBrandForms(names: readonly string[], domain: string): string[] {
  const forms = names.flatMap((name) => FORMS.map((form) => form(name.toLowerCase())));
  return [...new Set([...forms, domain, `www ${domain.replaceAll('.', ' ')}`])];
}

/** Flags by names alone: what the provider says of intents is the truth itself in the sandbox. */
export async function measureBrandFlags(cases: readonly BrandCase[], f1Min: number): Promise<BenchRow[]> {
  let [right, extra, missed] = [0, 0, 0];
  for (const { domain, enrichment, keywords } of cases) {
    const categories = enrichment.categories.slice(0, 3).map((category) => ({ ...category, assignedBy: 'ai' as const }));
    const limits = { keywordsMax: 1_000, costUsdMax: null };
    const confirmation = { categories, businessFocus: enrichment.businessFocus, markets: [], appNames: [], limits };
    const order = { id: 'run_bench', projectId: null, organizationId: null, host: domain, enrichment, confirmation };
    const { brand } = await loadJudge(order, []);
    for (const { text, isOwn } of keywords) {
      const isFlagged = flagBrand(brand.isNamed(text, brand.names), { isNavigational: false });
      if (isFlagged && isOwn) right += 1;
      else if (isFlagged) extra += 1;
      else if (isOwn) missed += 1;
    }
  }
  const f1 = (200 * right) / Math.max(1, 2 * right + extra + missed);
  return [
    { figure: 'brand flags by names: F1', value: f1, unit: '%', bound: { atLeast: f1Min } },
    { figure: 'brand flags by names: precision', value: (100 * right) / Math.max(1, right + extra), unit: '%' },
    { figure: 'brand flags by names: recall', value: (100 * right) / Math.max(1, right + missed), unit: '%' },
  ];
}
