import { z } from 'zod';
import type { ExportList } from '../lists/export-lists.ts';

const LISTS_MAX = 200;
const NAMES_MAX = 200;

const ListBody = z
  .object({
    list: z.string().meta({ description: 'Its path, which names it.' }),
    title: z.string(),
    area: z.string(),
    params: z.array(z.string()).max(NAMES_MAX).meta({ description: 'What stands in braces in the path.' }),
    filters: z.array(z.string()).max(NAMES_MAX),
  })
  .meta({ id: 'ExportList' });

export const ExportListsResponse = z.object({ success: z.boolean(), lists: z.array(ListBody).max(LISTS_MAX) });

export function toListBody({ list, title, area, reader }: ExportList): z.input<typeof ListBody> {
  return { list, title, area, params: [...reader.params], filters: [...reader.filters] };
}
