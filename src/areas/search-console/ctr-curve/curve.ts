import { CURVE_DEVICES, CURVE_POSITIONS as POSITIONS } from '#areas/projects/index.ts';
import { toRate } from '#kernel/statistics/rates.ts';

/** Fewer impressions say nothing. */
export const IMPRESSIONS_MIN = 500;

/** What was measured on the page of a tracked keyword; `any`: all queries, tracked or not. The first that is there names the page. */
export const PAGE_KINDS = ['any', 'plain', 'ai_overview', 'featured_snippet', 'local_pack'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export interface CurveSum {
  readonly device: string;
  readonly kind: PageKind;
  /** Google's average of a query on a day, rounded, 1 to 20. */
  readonly position: number;
  readonly clicks: number;
  readonly impressions: number;
}

/** A place on a curve; without enough impressions there is no value. */
export interface CurveCell extends CurveSum {
  readonly ctr: number | null;
  /** The true share lies between them in 95 of 100 cases. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Every cell of every device and kind of page, in their order. */
export function toCells(sums: readonly CurveSum[]): CurveCell[] {
  const byKey = new Map<string, { clicks: number; impressions: number }>();
  for (const { device, kind, position, clicks, impressions } of sums) {
    const key = toKey(device, kind, position);
    const known = byKey.get(key) ?? { clicks: 0, impressions: 0 };
    byKey.set(key, { clicks: known.clicks + clicks, impressions: known.impressions + impressions });
  }
  return CURVE_DEVICES.flatMap((device) =>
    PAGE_KINDS.flatMap((kind) =>
      Array.from({ length: POSITIONS }, (_none, at): CurveCell => {
        const position = at + 1;
        return { device, kind, position, ...toShare(byKey.get(toKey(device, kind, position)) ?? { clicks: 0, impressions: 0 }) };
      }),
    ),
  );
}

function toShare({ clicks, impressions }: { readonly clicks: number; readonly impressions: number }) {
  if (impressions < IMPRESSIONS_MIN) return { clicks, impressions, ctr: null, low: null, high: null };
  const { low, high } = toRate(Math.min(clicks, impressions), impressions);
  return { clicks, impressions, ctr: clicks / impressions, low, high };
}

/** What names a page that has these. */
export function toPageKind(features: readonly string[]): PageKind {
  return PAGE_KINDS.find((kind) => features.includes(kind)) ?? 'plain';
}

function toKey(device: string, kind: string, position: number): string {
  return `${device} ${kind} ${position}`;
}
