import { z } from 'zod';
import type { Engine } from '#providers/search-data/index.ts';
import type { Channel } from '../../vocabulary.ts';

/** Days of a project's result pages; what is left out is not asked about. */
export interface PageFilter {
  readonly projectId: string;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly channel?: Channel | undefined;
  readonly engine?: Engine | undefined;
  readonly device?: string | undefined;
  readonly locationCode?: number | undefined;
}

export const PageParams = z.object({
  project_id: z.string(),
  from: z.string(),
  to: z.string(),
  channel: z.string(),
  engine: z.string(),
  device: z.string(),
  location_code: z.number(),
});

/** The condition on a table's columns of the same names. */
export const ON_PAGES = `
  and ({channel:String} = '' or channel = {channel:String})
  and ({engine:String} = '' or engine = {engine:String})
  and ({device:String} = '' or device = {device:String})
  and ({location_code:UInt32} = 0 or location_code = {location_code:UInt32})`;

export function pageParams(filter: PageFilter): z.output<typeof PageParams> {
  return {
    project_id: filter.projectId,
    from: filter.from,
    to: filter.to,
    channel: filter.channel ?? '',
    engine: filter.engine ?? '',
    device: filter.device ?? '',
    location_code: filter.locationCode ?? 0,
  };
}
