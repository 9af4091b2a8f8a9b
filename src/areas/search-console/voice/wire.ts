import { z } from 'zod';
import { dayParam, inOrder } from '#http/fields.ts';
import { SCOPE_HEAD, toScopeBody } from '../performance/wire.ts';
import { POSITIONS } from '../ctr-curve/curve.ts';
import type { OwnVoice } from './get-own-voice.ts';

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

export const OwnVoiceResponse = z.object({
  ...SCOPE_HEAD,
  weighed_by: z
    .enum(['own_click_curve', 'nothing'])
    .meta({ description: 'What `own_curve` is weighed by: the click curve of `span`. `nothing`: too few impressions for a curve.' }),
  weights: z.array(z.number()).max(POSITIONS).nullable().meta({ description: 'What each place is worth, 1 first; they add up to 1.' }),
  known_positions: z.array(z.int()).max(POSITIONS).meta({ description: 'Places with a value of their own; the others lie between them.' }),
  start_date: z.string(),
  end_date: z.string(),
  days: z
    .array(
      z
        .object({
          date: z.string(),
          fixed_curve: z.number().nullable().meta({ description: 'As in `GET /api/rankings/summary`.' }),
          own_curve: z.number().nullable().meta({ description: 'Null: there is no curve, or no volume is known.' }),
        })
        .meta({ id: 'SearchConsoleVoiceDay' }),
    )
    .max(DAYS_MAX),
});

export function toOwnVoiceBody({ scope, weights, from, to, days }: OwnVoice): z.input<typeof OwnVoiceResponse> {
  const round = (share: number | null): number | null => share && Number(share.toFixed(DIGITS));
  return {
    ...toScopeBody(scope),
    weighed_by: weights === undefined ? 'nothing' : 'own_click_curve',
    weights: weights === undefined ? null : weights.byPosition.map((weight) => Number(weight.toFixed(DIGITS))),
    known_positions: [...(weights?.known ?? [])],
    start_date: from,
    end_date: to,
    days: days.map(({ day, fixed, own }) => ({ date: day, fixed_curve: round(fixed), own_curve: round(own) })),
  };
}
