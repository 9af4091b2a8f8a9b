import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { startCopy } from '../copy/start-copy.ts';
import { CopyBody, CopyResponse, toCopyBody } from '../wire/copy.ts';

const postCopy = defineEndpoint({
  method: 'POST',
  path: '/api/admin/migrate-to-clickhouse',
  spec: '4.12',
  area: 'operations',
  access: 'admin',
  summary: 'Copy to the analytics store what it lacks of the relational rows',
  description:
    'Compares both stores by counts and checksums, per table and day, and writes what is missing. Doing it again writes nothing more; a copy that is under way is joined. What takes longer than 20 s goes on, and `status_url` shows how far it is.',
  body: CopyBody,
  responses: { 200: CopyResponse },
  subjectOf: ({ body }, { workflow_id }) => ({ workflow_id, dry_run: body.dry_run }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const started = await startCopy(ctx, { isDryRun: body.dry_run, isAsync: body.async });
    return { status: 200, body: toCopyBody(started, body.async) };
  },
});

export const copyEndpoints: AppEndpoint[] = [postCopy];
