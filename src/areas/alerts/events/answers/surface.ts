import { z } from 'zod';
import { ANSWER_SURFACES } from '#providers/search-data/index.ts';

/** Which assistant; null: any of them, each for itself. */
export const SurfaceParam = z.enum(ANSWER_SURFACES).nullable().default(null);
