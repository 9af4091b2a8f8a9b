import { CURVE_DEVICES, type CurveDevice, type CurveRates, type VoiceCurve } from '#areas/projects/index.ts';
import { toWeights } from '#areas/rankings/index.ts';
import { hashId } from '#kernel/ids.ts';
import type { CurveCell } from '../ctr-curve/curve.ts';
import type { CtrCurve } from '../ctr-curve/get-ctr-curve.ts';
import { hasFigures } from '../performance/scope.ts';

const DIGITS = 6;

/** Why a project has no click curve of its own. */
export const LACKS = {
  no_property: 'The project reads no Search Console property.',
  not_web: 'The property is read for another kind of search than web results.',
  no_days: 'Nothing was collected of the property yet.',
  too_few: 'Too few people saw the website: at least four places need 500 impressions each, one of the first three among them.',
} as const;
export type Lack = keyof typeof LACKS;

/** The curve that a project can weigh by now, or why there is none. */
export type OwnCurve = { readonly curve: VoiceCurve; readonly lack?: undefined } | { readonly curve?: undefined; readonly lack: Lack };

/** The click rates of all queries by device and place, as something to weigh by. A device with too few places has none. */
export function toOwnCurve({ property, span, cells }: CtrCurve): OwnCurve {
  if (property === undefined) return { lack: 'no_property' };
  if (property.type !== 'web') return { lack: 'not_web' };
  if (!hasFigures(span)) return { lack: 'no_days' };
  const [desktop = null, mobile = null] = CURVE_DEVICES.map((device) => toRates(cells, device));
  if (desktop === null && mobile === null) return { lack: 'too_few' };
  const content = { site: property.siteUrl, from: span.from, to: span.to, rates: { desktop, mobile } };
  return { curve: { id: hashId('vcv_', [JSON.stringify(content)]), ...content } };
}

function toRates(cells: readonly CurveCell[], device: CurveDevice): CurveRates | null {
  const rates = cells
    .filter((cell) => cell.kind === 'any' && cell.device === device)
    .map(({ ctr }) => (ctr === null ? null : Number(ctr.toFixed(DIGITS))));
  return toWeights(rates) === undefined ? null : rates;
}
