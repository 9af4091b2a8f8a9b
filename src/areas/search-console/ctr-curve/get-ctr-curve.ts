import { CURVE_POSITIONS } from '#areas/projects/index.ts';
import { findGoogleCountry, getGrid, listQueryPlaces, type Grid } from '#areas/rankings/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { listAnomalies } from '../anomalies.ts';
import { toReadingParams } from '../performance/readings.ts';
import { hasFigures, readScope, type ReadContext, type Scope, type SpanInput } from '../performance/scope.ts';
import { listByPosition } from './analytics.ts';
import { toCells, toPageKind, type CurveCell, type CurveSum, type PageKind } from './curve.ts';

/** Twelve weeks: enough impressions, and the same result pages by and large. */
export const DAYS_DEFAULT = 84;
const GRID_MAX = 20_000;

export interface CtrCurve extends Scope {
  readonly cells: readonly CurveCell[];
  /** Days that were read and count nowhere, because Google counted their impressions wrongly. */
  readonly spoiledDays: number;
  /** Tracked keywords whose page was measured, and that Google counted. */
  readonly keywords: number;
}

/**
 * What part of the people who see a property at a place click it, by device and by what is on the page.
 * @throws AppError `Project not found`; 400 for a span of more than 16 months
 */
export async function getCtrCurve(ctx: ReadContext, input: SpanInput): Promise<CtrCurve> {
  const whole = await readScope(ctx, { lastDays: DAYS_DEFAULT, ...input });
  const { scope, spoiledDays } = leaveSpoiledOut(whole);
  const { property } = scope;
  if (property === undefined || !hasFigures(scope.span)) return { ...whole, cells: toCells([]), spoiledDays, keywords: 0 };
  const params = toReadingParams(property, scope);
  const [all, ofPages] = await Promise.all([listByPosition(ctx.clickhouse, params), listByPage(ctx, scope)]);
  const sums = [...all.map((row) => ({ ...row, kind: 'any' as const })), ...ofPages.sums];
  return { ...whole, cells: toCells(sums), spoiledDays, keywords: ofPages.keywords };
}

function leaveSpoiledOut(scope: Scope): { scope: Scope; spoiledDays: number } {
  const spoiled = listAnomalies(scope.span).filter(({ metrics }) => metrics.includes('ctr'));
  const known = scope.span.known.filter(({ day }) => !spoiled.some(({ from, to }) => day >= from && day <= to));
  const read = (days: Scope['span']['known']): number => days.filter(({ fetchedAt }) => fetchedAt !== null).length;
  return { scope: { ...scope, span: { ...scope.span, known } }, spoiledDays: read(scope.span.known) - read(known) };
}

/** The same of tracked keywords alone, by what the newest good check found on their pages. */
async function listByPage(ctx: ReadContext, { projectId, property, span }: Scope): Promise<{ sums: CurveSum[]; keywords: number }> {
  if (property === undefined || property.type !== 'web') return { sums: [], keywords: 0 };
  const grid = await getGrid(ctx, { projectId, compare: 'none', engines: ['engine_a'], channels: ['seo'], limit: GRID_MAX });
  const kinds = listPageKinds(grid);
  const days = span.known.flatMap(({ day, fetchedAt }) =>
    fetchedAt === null ? [] : [{ day, readAtMs: fetchedAt.getTime(), isCut: false }],
  );
  const places = await listQueryPlaces(ctx.clickhouse, { ...property, days }, [...new Set(grid.columns.keyword.map(normalizeKeyword))]);
  const counted = new Set<string>();
  const sums = places.flatMap(({ text, country, device, place, clicks, impressions }): CurveSum[] => {
    const key = toKey(text, country, device);
    const kind = kinds.get(key);
    if (kind === undefined || place < 1 || place > CURVE_POSITIONS) return [];
    counted.add(key);
    return [{ device, kind, position: place, clicks, impressions }];
  });
  return { sums, keywords: counted.size };
}

/** A text that is tracked in several places of a country counts by the first of them. */
function listPageKinds({ columns, lists }: Grid): ReadonlyMap<string, PageKind> {
  const kinds = new Map<string, PageKind>();
  for (const [at, keyword] of columns.keyword.entries()) {
    const country = findGoogleCountry(columns.locationCode[at] ?? 0)?.country;
    if (country === undefined || typeof columns.checkedAt[at] !== 'number') continue;
    const key = toKey(normalizeKeyword(keyword), country, lists.device[columns.device[at] ?? -1] ?? '');
    if (!kinds.has(key)) kinds.set(key, toPageKind((columns.features[at] ?? []).map((index) => lists.feature[index] ?? '')));
  }
  return kinds;
}

function toKey(text: string, country: string, device: string): string {
  return `${text}\n${country}\n${device}`;
}
