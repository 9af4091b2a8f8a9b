import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toPagination } from '#http/paging.ts';
import { countProcesses, listProcesses } from '#workflows/dbos/read/processes.ts';
import { ProcessesQuery, ProcessesResponse, toProcessBody } from '../wire/processes.ts';

const getProcesses = defineEndpoint({
  spec: '4.10',
  area: 'operations',
  access: 'admin',
  method: 'GET',
  path: '/api/admin/processes',
  summary: 'The processes of the service that live, oldest first',
  description: 'A process that ended, or died and whose work the others have taken over, is no longer listed.',
  query: ProcessesQuery,
  responses: { 200: ProcessesResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const [processes, { total }] = await Promise.all([listProcesses(ctx.postgres, query), countProcesses(ctx.postgres)]);
    return { status: 200, body: { success: true, processes: processes.map(toProcessBody), pagination: toPagination(query, total) } };
  },
});

export const processEndpoints: AppEndpoint[] = [getProcesses];
