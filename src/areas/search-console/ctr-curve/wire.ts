import { z } from 'zod';
import { CURVE_DEVICES, CURVE_POSITIONS } from '#areas/projects/index.ts';
import { inOrder } from '#http/fields.ts';
import { SCOPE_HEAD, SPAN_FIELDS, toScopeBody } from '../performance/wire.ts';
import { IMPRESSIONS_MIN, PAGE_KINDS, type CurveCell } from './curve.ts';
import type { CtrCurve } from './get-ctr-curve.ts';

const DIGITS = 6;

export const CtrCurveQuery = z.object(SPAN_FIELDS).refine(...inOrder('from', 'to'));

const CellBody = z
  .object({
    device: z.enum(CURVE_DEVICES),
    page: z
      .enum(PAGE_KINDS)
      .meta({ description: 'What was measured on the page of a tracked keyword; `any`: all queries, tracked or not.' }),
    position: z.int().meta({ description: "Google's average of a query on a day, rounded." }),
    clicks: z.int(),
    impressions: z.int(),
    ctr: z
      .number()
      .nullable()
      .meta({ description: `Null: fewer than ${IMPRESSIONS_MIN} impressions say nothing.` }),
    low: z.number().nullable().meta({ description: 'The true share lies between `low` and `high` in 95 of 100 cases.' }),
    high: z.number().nullable(),
  })
  .meta({ id: 'SearchConsoleCurveCell' });

export const CtrCurveResponse = z.object({
  ...SCOPE_HEAD,
  cells: z.array(CellBody).max(CURVE_DEVICES.length * PAGE_KINDS.length * CURVE_POSITIONS),
  spoiled_days: z.int().meta({
    description: 'Days that were read and count nowhere here, because Google is known to have counted their impressions wrongly.',
  }),
  keywords: z.int().meta({ description: 'Tracked keywords behind the cells that know the page, one for each country and device.' }),
});

export function toCtrCurveBody(curve: CtrCurve): z.input<typeof CtrCurveResponse> {
  const { cells, spoiledDays, keywords } = curve;
  return { ...toScopeBody(curve), cells: cells.map(toCellBody), spoiled_days: spoiledDays, keywords };
}

function toCellBody({ kind, ctr, low, high, device, ...cell }: CurveCell): z.input<typeof CellBody> {
  const round = (share: number | null): number | null => share && Number(share.toFixed(DIGITS));
  return { ...cell, device: device === 'mobile' ? 'mobile' : 'desktop', page: kind, ctr: round(ctr), low: round(low), high: round(high) };
}
