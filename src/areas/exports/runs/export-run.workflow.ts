import { z } from 'zod';
import { defineWorkflow, type AppWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { HOUR_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { deliver } from '../destinations/deliver.ts';
import type { ExportLists } from '../lists/export-lists.ts';
import { exportsQueue } from '../queues.ts';
import { beginRunRow } from '../store/runs.ts';
import { closeWithout, endRun } from './end-run.ts';
import { makeFile } from './make-file.ts';

declare module '#context' {
  interface WorkflowTypes {
    'export-run': WorkflowType<z.input<typeof RunInput>>;
  }
}

const RunInput = z.object({ run_id: z.string().min(1), export_id: z.string().min(1) });
/** A million rows, a thousand at a time, of a list that takes three seconds each. */
const MAKE_MS_MAX = HOUR_MS;

/** Makes the file of an export and brings it where it is wanted. Each step can be repeated: names and keys follow from the run. */
export function makeExportRun(lists: ExportLists): AppWorkflow {
  return defineWorkflow({
    name: 'export-run',
    summary: 'Writes a list into a file, and brings it where it is wanted',
    input: RunInput,
    queue: exportsQueue,
    steps: ['begin', 'make', 'deliver', 'end'],
    idOf: (input) => input.run_id,
    run: async (ctx, { run_id: runId, export_id: exportId }): Promise<{ status: string }> => {
      try {
        if (!(await ctx.step('begin', () => begin(ctx, runId)))) return { status: 'over' };
        const made = await ctx.step('make', ({ signal }) => makeFile(ctx, lists, { runId, signal }), { timeoutMs: MAKE_MS_MAX });
        if ('refusal' in made) {
          await ctx.step('refuse', () => closeWithout(ctx, { runId, exportId, status: 'refused', reason: made.refusal }));
          return { status: 'refused' };
        }
        const { file } = made;
        const deliveredTo = await ctx.step('deliver', ({ signal }) => deliver(ctx, { runId, file, signal }), { timeoutMs: MAKE_MS_MAX });
        return { status: await ctx.step('end', () => endRun(ctx, { runId, exportId, file, deliveredTo })) };
      } catch (error) {
        await ctx.step('fail', () => closeWithout(ctx, { runId, exportId, status: 'failed', reason: messageOf(error) }));
        throw error;
      }
    },
  });
}

async function begin({ postgres, clock }: WorkflowContext, runId: string): Promise<boolean> {
  return await beginRunRow(postgres, runId, clock.now());
}
