import { z } from 'zod';
import { limitField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { LiveProcess } from '#workflows/dbos/read/processes.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const ProcessesQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });

const Process = z
  .object({
    id: z.string(),
    role: z.string().meta({ description: '`all`, `api` or `worker`' }),
    version: z.string(),
    host: z.string(),
    pid: z.int(),
    status: z
      .enum(['alive', 'silent'])
      .meta({ description: '`silent` after 15 seconds without a heartbeat; after a minute its work is taken over' }),
    running: z.int().meta({ description: 'Workflows that it has under way' }),
    started_at: z.string(),
    last_heartbeat_at: z.string(),
  })
  .meta({ id: 'Process' });

export const ProcessesResponse = z.object({ success: z.boolean(), processes: z.array(Process), pagination: Pagination });

export function toProcessBody(process: LiveProcess): z.infer<typeof Process> {
  return toBody(Process, { ...process, id: process.executorId, status: process.isSilent ? 'silent' : 'alive' });
}
