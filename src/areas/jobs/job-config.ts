import { z } from 'zod';
import type { JobTypes } from '#area/job-type.ts';
import { PLATFORMS } from '#areas/assets/index.ts';
import { idField } from '#http/fields.ts';

const FIELDS_MAX = 50;
const LENGTH_MAX = 10_000;

/** The configuration of a job. The fields named here mean the same in every type; others are kept for custom types. */
export function jobConfigField(types: JobTypes) {
  return z
    .looseObject({
      platform: z.enum(PLATFORMS).nullish(),
      ...Object.assign({}, ...types.list.map(({ configFields }) => configFields)),
      project_id: idField().nullish(),
    })
    .refine((config) => Object.keys(config).length <= FIELDS_MAX, `must have at most ${FIELDS_MAX} fields`)
    .refine((config) => JSON.stringify(config).length <= LENGTH_MAX, `must have at most ${LENGTH_MAX} characters`);
}
