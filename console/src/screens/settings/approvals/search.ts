import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const approvalsSearch = v.object({ ...pagedSearch, all: v.optional(v.boolean()) });
