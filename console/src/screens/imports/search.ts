import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const importsSearch = v.object({ ...pagedSearch });
export const importSearch = v.object({});
