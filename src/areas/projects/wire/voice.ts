import { z } from 'zod';
import { CURVE_DEVICES, CURVE_POSITIONS, listKnown, toWeighing, type VoiceCurve, type WeighedResults } from '../voice-curve.ts';

const Weighing = z
  .object({
    by: z.enum(['fixed_curve', 'own_clicks']),
    name: z.string().meta({ description: 'As it is to stand beside the figure.' }),
    site_url: z.string().nullable().meta({ description: 'The Search Console property whose clicks were counted. Null: the fixed curve.' }),
    from: z.string().nullable().meta({ description: 'The first Pacific day of these clicks.' }),
    to: z.string().nullable(),
    known_positions: z
      .object({
        desktop: z.array(z.int()).max(CURVE_POSITIONS).nullable(),
        mobile: z.array(z.int()).max(CURVE_POSITIONS).nullable(),
      })
      .nullable()
      .meta({ description: 'Places with a value of their own. Null: the device is weighed by the fixed curve.' }),
    falls_back: z.string().nullable().meta({ description: 'What is weighed by the fixed curve though the own one was chosen.' }),
  })
  .meta({
    id: 'ShareOfVoiceWeighing',
    description: 'What the share of voice is weighed by (docs/rankings.md, "Weighed by your own clicks").',
  });

/** Beside every share of voice. */
export const VOICE_FIELDS = { share_of_voice_weighing: Weighing };

/** In each row of lists that become CSV. */
export const VOICE_COLUMN = {
  share_of_voice_weighed_by: z.string().meta({ description: 'What the share of voice is weighed by, as `share_of_voice_weighing.name`.' }),
};

/** @param results which results the share is of; those of Google's organic ones unless given */
export function toVoiceBody({ voiceCurve }: { readonly voiceCurve: VoiceCurve | null }, results?: WeighedResults) {
  const { by, name, curve, fallsBack } = toWeighing(voiceCurve, results);
  return {
    share_of_voice_weighing: {
      by,
      name,
      site_url: curve?.site ?? null,
      from: curve?.from ?? null,
      to: curve?.to ?? null,
      known_positions: curve === undefined ? null : toKnownBody(curve),
      falls_back: fallsBack ?? null,
    },
  };
}

export function toVoiceColumn({ voiceCurve }: { readonly voiceCurve: VoiceCurve | null }, results?: WeighedResults) {
  return { share_of_voice_weighed_by: toWeighing(voiceCurve, results).name };
}

function toKnownBody({ rates }: VoiceCurve) {
  const [desktop, mobile] = CURVE_DEVICES.map((device) => {
    const known = rates[device];
    return known === null ? null : listKnown(known);
  });
  return { desktop: desktop ?? null, mobile: mobile ?? null };
}
