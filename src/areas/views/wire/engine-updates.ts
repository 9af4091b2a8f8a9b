import { z } from 'zod';
import { dayParam } from '#http/fields.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { UPDATE_KINDS, UPDATES_KNOWN_UNTIL, UPDATES_SOURCE, type EngineUpdate } from '../engine-updates/engine-updates.ts';

export const EngineUpdatesQuery = z.object({ from: dayParam().optional(), to: dayParam().optional() });

export const EngineUpdateBody = z
  .object({
    platform: z.enum(ENGINES),
    kind: z.enum(UPDATE_KINDS),
    name: z.string(),
    date: z.string().meta({ description: 'The day it began.' }),
    end_date: z.string().meta({ description: 'The day it was said to be complete.' }),
  })
  .meta({ id: 'EngineUpdate' });

export const EngineUpdatesResponse = z.object({
  success: z.boolean(),
  known_until: z.string(),
  source: z.string().meta({ description: 'Where the engine publishes them.' }),
  updates: z.array(EngineUpdateBody),
});

export function toEngineUpdatesBody(updates: readonly EngineUpdate[]): z.input<typeof EngineUpdatesResponse> {
  return {
    success: true,
    known_until: UPDATES_KNOWN_UNTIL,
    source: UPDATES_SOURCE,
    updates: updates.map(toEngineUpdateBody),
  };
}

export function toEngineUpdateBody({ engine, from, to, ...update }: EngineUpdate): z.input<typeof EngineUpdateBody> {
  return { ...update, platform: engine, date: from, end_date: to };
}
