import { z } from 'zod';
import { CHANNELS, DEVICES } from '#areas/keywords/index.ts';
import { locationCodeField } from '#areas/projects/index.ts';
import { idField, integerField } from '#http/fields.ts';
import { ENGINES } from '#providers/search-data/index.ts';

const TEXT_LENGTH_MAX = 200;
const POSITION_MAX = 200;

const toRange = (max: number, description: string) =>
  z
    .strictObject({ min: integerField({ max }).optional(), max: integerField({ max }).optional() })
    .refine(({ min = 0, max: most = max }) => min <= most, { path: ['max'], message: 'must not be below min' })
    .meta({ description });

/** Which keywords a rule is about: filters of the grid. */
export const Where = z
  .strictObject({
    view_id: idField().optional().meta({ description: 'The saved view that the filters were copied from; the copy counts.' }),
    tag: idField().optional().meta({ description: 'The id of a tag.' }),
    device: z.enum(DEVICES).optional(),
    location_code: locationCodeField().optional(),
    engine: z.enum(ENGINES).optional(),
    channel: z.enum(CHANNELS).optional(),
    position: toRange(POSITION_MAX, 'Where the keyword stood before; where it then stood nowhere, where it stands now.').optional(),
    volume: toRange(2_147_483_647, 'Searches a month; keywords of which they are not known are left out.').optional(),
    starred: z.boolean().optional(),
    asset_id: idField().optional().meta({ description: 'One of the own sites; all of them unless given.' }),
    q: z.string().trim().min(1).max(TEXT_LENGTH_MAX).optional().meta({ description: 'A part of the keyword.' }),
  })
  .meta({ id: 'AlertRuleWhere', description: 'Which keywords, as the grid filters them.' });
