import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { FILE_DAYS } from '../import.ts';
import { listOldFiles, lockImport, updateImport } from '../store/imports.ts';
import { removeLeftFolders } from './with-file.ts';
import { removeFile } from './remove-file.ts';

declare module '#context' {
  interface WorkflowTypes {
    'imports-prune': WorkflowType<object>;
  }
}

const FILES_A_NIGHT = 500;

/** Every night: files of others that are older than they are kept. Points stay until they are undone. */
export const importsPrune = defineWorkflow({
  name: 'imports-prune',
  summary: 'Removes files of other trackers after 30 days; their hash and counts stay',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => {
    const removed = await ctx.step('removeFiles', () => removeFiles(ctx));
    // The disk has the real time, also where the clock of the service is a simulated one.
    const dayAgo = performance.timeOrigin + performance.now() - DAY_MS;
    await ctx.step('removeLeftFolders', () => removeLeftFolders(ctx, new Date(dayAgo)));
    return { removed };
  },
});

async function removeFiles(ctx: WorkflowContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - FILE_DAYS * DAY_MS);
  const ids = await listOldFiles(ctx.postgres, before, FILES_A_NIGHT);
  for (const id of ids) {
    await removeFile(ctx, id);
    await ctx.postgres.transaction(async (tx) => {
      const record = await lockImport(tx, id);
      if (record === undefined) return;
      const isOver = record.status === 'committed' || record.status === 'undone';
      const ended = isOver ? {} : { status: 'failed' as const, error: 'the file was not committed within 30 days' };
      await updateImport(tx, { ...record, ...ended, fileRemovedAt: ctx.clock.now(), updatedAt: ctx.clock.now() });
    });
  }
  return ids.length;
}
