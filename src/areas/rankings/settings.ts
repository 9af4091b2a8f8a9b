import { z } from 'zod';
import { defineSetting } from '#area/setting.ts';
import { SERP_PRIORITIES } from '#providers/search-data/index.ts';
import { readSerpPriority, updateSerpPriority } from '#purchases/index.ts';

export const settings = [
  defineSetting({
    name: 'serp_priority',
    value: z.enum(SERP_PRIORITIES),
    change: z.enum(SERP_PRIORITIES).meta({ description: "How urgently the provider's queue does checks; `high` costs double" }),
    read: readSerpPriority,
    update: updateSerpPriority,
  }),
];
