import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { SEARCH_TYPES, type SourceKey } from '../binding/binding.ts';
import { endUnread, tellFault } from '../faults/tell-fault.ts';
import { isOfConnection } from '../faults/trouble.ts';
import { searchConsoleQueue } from '../queues.ts';
import { readBatch, toSpan, type Batch } from './read-batch.ts';
import { countDueDays, listDueDays } from './store/days.ts';
import { beginSync, endSync, lockSync, noteDue } from './store/syncs.ts';

declare module '#context' {
  interface WorkflowTypes {
    'search-console-sync': WorkflowType<z.input<typeof SyncInput>, SyncResult>;
  }
}

export interface SyncResult {
  readonly daysRead: number;
  /** How the run ended. */
  readonly status: 'idle' | 'paused' | 'failing' | 'unbound';
}

const SyncInput = z.object({ property_id: z.string(), type: z.enum(SEARCH_TYPES) });
const NO_TROUBLE = { fault: null, cause: null, nextStep: null, pausedUntil: null } as const;

/** Reads all days of a property that are due, the newest first; each is replaced whole. */
export const searchConsoleSync = defineWorkflow({
  name: 'search-console-sync',
  summary: 'Reads what Google itself counts of a website, day by day',
  input: SyncInput,
  queue: searchConsoleQueue,
  run: async (ctx, { property_id: propertyId, type }): Promise<SyncResult> => {
    const key = { propertyId, type };
    const beganAt = new Date(await ctx.step('begin', () => begin(ctx, key)));
    const tried: string[] = [];
    let daysRead = 0;
    for (let number = 1; ; number += 1) {
      const batch = await ctx.step(`read ${number}`, ({ signal, isLastTry }) =>
        readBatch(ctx, { key, since: beganAt, without: tried, signal, isLastTry }),
      );
      tried.push(...batch.tried);
      daysRead += batch.daysRead;
      if (batch.end === undefined) continue;
      const { end } = batch;
      const status = await ctx.step(`end ${number}`, () => finish(ctx, key, { end, beganAt, tried }));
      if (status !== 'more') return { daysRead, status };
    }
  },
});

async function begin(ctx: WorkflowContext, key: SourceKey): Promise<string> {
  const now = ctx.clock.now();
  const since = await beginSync(ctx.postgres, key, now);
  await noteDue(ctx.postgres, key, await countDueDays(ctx.postgres, { ...toSpan(key, now), since }));
  return since.toISOString();
}

interface Ending {
  readonly end: NonNullable<Batch['end']>;
  readonly beganAt: Date;
  readonly tried: readonly string[];
}

/** Writes how the run ended, unless days were asked for meanwhile. */
async function finish(ctx: WorkflowContext, key: SourceKey, ending: Ending): Promise<SyncResult['status'] | 'more'> {
  const { end } = ending;
  return await ctx.postgres.transaction(async (tx) => {
    await lockSync(tx, key);
    const now = ctx.clock.now();
    if (end === 'unbound') {
      await endSync(tx, key, { ...NO_TROUBLE, status: 'idle', now });
      await endUnread(ctx, tx, key);
      return 'unbound';
    }
    if (end === 'nothing_due') {
      const { beganAt: since, tried: without } = ending;
      if ((await listDueDays(tx, { ...toSpan(key, now), since, without }, 1)).length > 0) return 'more';
      await endSync(tx, key, { ...NO_TROUBLE, status: 'idle', now });
      return 'idle';
    }
    if ('pauseMs' in end) {
      await endSync(tx, key, { ...end.why, status: 'paused', pausedUntil: new Date(now.getTime() + end.pauseMs), now });
      return 'paused';
    }
    await endSync(tx, key, { ...end.trouble, status: 'failing', pausedUntil: null, now });
    // Of its connection it was said already, once for all properties.
    if (!isOfConnection(end.trouble)) await tellFault(ctx, tx, key, end.trouble);
    return 'failing';
  });
}
