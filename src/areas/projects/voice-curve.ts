/** Devices that a click curve is of. Tablets have none: Google counts few of them. */
export const CURVE_DEVICES = ['desktop', 'mobile'] as const;
export type CurveDevice = (typeof CURVE_DEVICES)[number];

/** The first places have rates of their own. */
export const CURVE_POSITIONS = 20;

/** Click rates of places 1 to 20; null where too few people looked. */
export type CurveRates = readonly (number | null)[];

/** The project's own click curve, as it was when it was chosen. It does not follow what is collected later. */
export interface VoiceCurve {
  /** Made of its content: the same curve has the same one. */
  readonly id: string;
  /** The property, as Google lists it. */
  readonly site: string;
  /** Pacific days, both included. */
  readonly from: string;
  readonly to: string;
  /** Null: the device has too few places with a rate, and is weighed by the fixed curve. */
  readonly rates: Readonly<Record<CurveDevice, CurveRates | null>>;
}

/** Results of one kind; what is left out is any. */
export interface WeighedResults {
  readonly channel?: string | undefined;
  readonly engine?: string | undefined;
  readonly device?: string | undefined;
}

/** What the share of voice of some results is weighed by, and how it is said. */
export interface Weighing {
  readonly by: 'own_clicks' | 'fixed_curve';
  /** As it stands beside the figure. */
  readonly name: string;
  /** Undefined: by the fixed curve. */
  readonly curve: VoiceCurve | undefined;
  /** What is not weighed by the own curve though it was chosen; undefined: nothing is. */
  readonly fallsBack: string | undefined;
}

const FIXED = 'Weighed by the fixed click curve';

/** Google's organic results alone have a curve of their own; what is asked for may be others. */
export function toWeighing(curve: VoiceCurve | null, { channel = 'seo', engine, device }: WeighedResults = {}): Weighing {
  if (curve === null) return { by: 'fixed_curve', name: FIXED, curve: undefined, fallsBack: undefined };
  const devices = CURVE_DEVICES.filter((one) => device === undefined || device === one);
  const isOwn = channel === 'seo' && engine !== 'engine_b' && devices.some((one) => curve.rates[one] !== null);
  if (!isOwn) return { by: 'fixed_curve', name: FIXED, curve: undefined, fallsBack: sayWhyFixed({ channel, engine, device }) };
  return {
    by: 'own_clicks',
    name: `Weighed by your own clicks: ${curve.site}, ${curve.from} to ${curve.to}`,
    curve,
    fallsBack: sayGaps(curve, devices, engine),
  };
}

function sayWhyFixed({ channel, engine, device }: WeighedResults): string {
  if (channel !== 'seo' || engine === 'engine_b') return 'Your own clicks are counted for organic results of Google alone.';
  return `Your own clicks have no curve for ${device ?? 'these devices'}: too few people looked.`;
}

/** Devices and places that the own curve does not know; `undefined` when it knows all that is asked for. */
function sayGaps({ rates }: VoiceCurve, devices: readonly CurveDevice[], engine: string | undefined): string | undefined {
  const gaps = devices.flatMap((device) => {
    const known = rates[device];
    if (known === null) return [`${toTitle(device)} is weighed by the fixed curve: too few people looked.`];
    const lacking = CURVE_POSITIONS - listKnown(known).length;
    const deeper = `places below ${listKnown(known).at(-1) ?? 0} follow the fixed curve`;
    return [
      `${toTitle(device)}: ${lacking === 0 ? '' : `${lacking} of the first ${CURVE_POSITIONS} places have no value of their own, and `}${deeper}.`,
    ];
  });
  const others = engine === undefined ? ['Results of Bing, and those on tablets, are weighed by the fixed curve.'] : [];
  const all = [...gaps, ...others];
  return all.length === 0 ? undefined : all.join(' ');
}

/** Places with a rate of their own, from 1. */
export function listKnown(rates: CurveRates): number[] {
  return rates.flatMap((rate, at) => (rate === null ? [] : [at + 1]));
}

function toTitle(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
