import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { listOldFiles, pruneRuns } from '../store/files.ts';
import { removeFile } from './end-run.ts';
import { removeLeftFolders } from './write-file.ts';

declare module '#context' {
  interface WorkflowTypes {
    'exports-prune': WorkflowType<object>;
  }
}

const RUNS_KEPT_MS = 400 * DAY_MS;
const FILES_A_NIGHT = 2_000;

/** Every night: files go when their days are over, and what became of an export after 400 days. */
export const exportsPrune = defineWorkflow({
  name: 'exports-prune',
  summary: 'Removes files of exports whose days are over; their hash and counts stay',
  input: z.object({}),
  queue: GENERAL_TASKS,
  steps: ['removeFiles', 'removeLeftFolders', 'removeRuns'],
  run: async (ctx) => {
    const removed = await ctx.step('removeFiles', () => removeFiles(ctx));
    // The disk has the real time, also where the clock of the service is a simulated one.
    const dayAgo = new Date(ctx.clock.realNow() - DAY_MS);
    await ctx.step('removeLeftFolders', () => removeLeftFolders(ctx.config.dataDir, dayAgo));
    const before = new Date(ctx.clock.now().getTime() - RUNS_KEPT_MS);
    return { removed, runs: await ctx.step('removeRuns', () => pruneRuns(ctx.postgres, before)) };
  },
});

async function removeFiles(ctx: WorkflowContext): Promise<number> {
  const files = await listOldFiles(ctx.postgres, ctx.clock.now(), FILES_A_NIGHT);
  for (const file of files) await removeFile(ctx, file);
  return files.length;
}
