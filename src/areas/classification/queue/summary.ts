import { sumUsd } from '#kernel/money.ts';
import { toUrlItem } from '../pipelines/items.ts';
import type { Classified } from '../pipelines/classified.ts';
import { describe, type Described } from '../records/describe.ts';

const ITEMS_SHOWN = 100;

/** How a workflow that classifies ended. */
export interface ClassifySummary {
  readonly total: number;
  /** Items that have a label. */
  readonly classified: number;
  readonly cached: number;
  readonly needs_review: number;
  readonly cost_usd: number;
  /** Some items did not get a stage that they needed: `skipped_items` names them, and why. */
  readonly skipped: boolean;
  readonly skip_reason: string | null;
  readonly skipped_items: readonly { readonly item: string; readonly reason: string }[];
  /** Of at most a hundred items, those given first. */
  readonly results: readonly DescribedItem[];
}

export interface DescribedItem extends Described {
  /** Of a page, what its host is. */
  readonly domain?: Described;
}

export function summarize(parts: readonly Part[]): ClassifySummary {
  const skipped = parts.flatMap((part) => part.skipped_items);
  const sum = (pick: (part: Part) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  return {
    total: sum(({ total }) => total),
    classified: sum(({ classified }) => classified),
    cached: sum(({ cached }) => cached),
    needs_review: sum((part) => part.needs_review),
    cost_usd: sumUsd(parts.map((part) => part.cost_usd)),
    skipped: skipped.length > 0,
    skip_reason: skipped[0]?.reason ?? null,
    skipped_items: skipped,
    results: parts.flatMap(({ results }) => results).slice(0, ITEMS_SHOWN),
  };
}

/** What one step keeps of its items. */
export type Part = Omit<ClassifySummary, 'skipped' | 'skip_reason'>;

/** @param domains of pages, what their hosts are */
export function toPart(items: readonly Classified[], domains?: ReadonlyMap<string, Classified>): Part {
  return {
    total: items.length,
    classified: items.filter(({ source }) => source !== 'failed').length,
    cached: items.filter(({ isCached }) => isCached).length,
    needs_review: items.filter(({ needsReview }) => needsReview).length,
    cost_usd: sumUsd(items.map(({ costUsd }) => costUsd)),
    skipped_items: items.flatMap(({ subject, skipReason }) => (skipReason === undefined ? [] : [{ item: subject, reason: skipReason }])),
    results: items.slice(0, ITEMS_SHOWN).map((item) => describeItem(item, domains)),
  };
}

function describeItem(item: Classified, domains: ReadonlyMap<string, Classified> | undefined): DescribedItem {
  const domain = domains?.get(toUrlItem(item.subject)?.host ?? '');
  return { ...describe(item), ...(domain === undefined ? {} : { domain: describe(domain) }) };
}

/** @throws the first failure that may pass, so that the step is tried again: what is kept comes from the cache then */
export function assertNoFailure(items: readonly Classified[]): void {
  const failed = items.find(({ failure }) => failure !== undefined);
  if (failed?.failure !== undefined) throw failed.failure;
}
