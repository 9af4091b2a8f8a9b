import { z } from 'zod';
import {
  CURVE_DEVICES,
  CURVE_POSITIONS,
  listKnown,
  toVoiceBody,
  VOICE_FIELDS,
  type CurveDevice,
  type VoiceCurve,
} from '#areas/projects/index.ts';
import { FIXED_WEIGHTS, toDeviceWeights } from '#areas/rankings/index.ts';
import { dayParam, inOrder } from '#http/fields.ts';
import { SCOPE_HEAD, toScopeBody } from '../performance/wire.ts';
import { WEIGHINGS } from './choose-voice.ts';
import type { OwnVoice } from './get-own-voice.ts';
import { LACKS, type Lack } from './own-curve.ts';

const DIGITS = 6;
const DAYS_MAX = 731;

export const OwnVoiceQuery = z
  .object({
    start_date: dayParam()
      .optional()
      .meta({ description: "The first day of the project's calendar; 29 days before `end_date` unless given." }),
    end_date: dayParam().optional().meta({ description: 'The last day; today unless given.' }),
  })
  .refine(...inOrder('start_date', 'end_date'));

export const ChooseVoiceBody = z.object({
  weighed_by: z.enum(WEIGHINGS).meta({ description: '`own_clicks` takes the curve as it is now; it stays so until it is chosen again.' }),
});

const CurveBody = z
  .object({
    device: z.enum(CURVE_DEVICES),
    known_positions: z.array(z.int()).max(CURVE_POSITIONS).meta({ description: 'Places with a value of their own.' }),
    rates: z
      .array(z.number().nullable())
      .max(CURVE_POSITIONS)
      .meta({ description: 'Clicks of impressions of places 1 to 20. Null: fewer than 500 impressions.' }),
    weights: z.array(z.number()).max(CURVE_POSITIONS).meta({
      description:
        'What places 1 to 20 are worth; those of all 100 add up to 1. Between known places lies the line, beyond them the fixed curve goes on.',
    }),
  })
  .meta({ id: 'ShareOfVoiceCurve' });

export const OwnVoiceResponse = z.object({
  ...SCOPE_HEAD,
  ...VOICE_FIELDS,
  changed_at: z.string().nullable().meta({ description: 'When another weighing was last chosen. Null: never.' }),
  lacks: z
    .object({ reason: z.enum(Object.keys(LACKS) as [Lack, ...Lack[]]), message: z.string() })
    .nullable()
    .meta({ description: 'Why there is no own curve now. Null: there is one, of `span`.' }),
  is_chosen: z.boolean().meta({ description: 'Whether the own curve of now is the one that the project weighs by.' }),
  curves: z
    .array(CurveBody)
    .max(CURVE_DEVICES.length)
    .meta({ description: 'The own curve of now. A device that is not among them is weighed by the fixed curve.' }),
  chosen_curves: z
    .array(CurveBody)
    .max(CURVE_DEVICES.length)
    .meta({ description: 'The own curve that the project weighs by; empty: the fixed one.' }),
  fixed_weights: z.array(z.number()).max(CURVE_POSITIONS).meta({ description: 'What places 1 to 20 are worth by the fixed curve.' }),
  start_date: z.string(),
  end_date: z.string(),
  days: z
    .array(
      z
        .object({
          date: z.string(),
          shown: z.number().nullable().meta({ description: 'By what the project has chosen, as in `GET /api/rankings/summary`.' }),
          fixed_curve: z.number().nullable(),
          own_curve: z.number().nullable().meta({ description: 'Null: there is no curve, or no volume is known.' }),
        })
        .meta({ id: 'SearchConsoleVoiceDay' }),
    )
    .max(DAYS_MAX),
});

export const ChooseVoiceResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  is_changed: z.boolean().meta({ description: 'False: it was weighed by the same before.' }),
  ...VOICE_FIELDS,
});

export function toOwnVoiceBody({ scope, voiceCurve, voiceChangedAt, own, from, to, days }: OwnVoice): z.input<typeof OwnVoiceResponse> {
  return {
    ...toScopeBody(scope),
    ...toVoiceBody({ voiceCurve }),
    changed_at: voiceChangedAt?.toISOString() ?? null,
    lacks: own.lack === undefined ? null : { reason: own.lack, message: LACKS[own.lack] },
    is_chosen: own.curve !== undefined && own.curve.id === voiceCurve?.id,
    curves: own.curve === undefined ? [] : toCurveBodies(own.curve),
    chosen_curves: voiceCurve === null ? [] : toCurveBodies(voiceCurve),
    fixed_weights: toFirst(FIXED_WEIGHTS),
    start_date: from,
    end_date: to,
    days: days.map(({ day, shown, fixed, own: byOwn }) => ({
      date: day,
      shown: shown && round(shown),
      fixed_curve: fixed && round(fixed),
      own_curve: byOwn && round(byOwn),
    })),
  };
}

function toCurveBodies(curve: VoiceCurve): z.input<typeof CurveBody>[] {
  const weights = toDeviceWeights(curve);
  const toCurve = (device: CurveDevice) => {
    const rates = curve.rates[device];
    return rates === null ? [] : [{ device, known_positions: listKnown(rates), rates: [...rates], weights: toFirst(weights[device]) }];
  };
  return CURVE_DEVICES.flatMap(toCurve);
}

function toFirst(weights: readonly number[]): number[] {
  return weights.slice(0, CURVE_POSITIONS).map(round);
}

function round(value: number): number {
  return Number(value.toFixed(DIGITS));
}
