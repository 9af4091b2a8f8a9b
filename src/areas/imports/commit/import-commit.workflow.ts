import { z } from 'zod';
import { findProject } from '#areas/projects/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { messageOf } from '#kernel/errors.ts';
import type { Import } from '../import.ts';
import { makeResolveWorld } from '../preview/resolve-world.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { importsQueue } from '../queues.ts';
import { findImport, lockImport, updateImport, updatePoints } from '../store/imports.ts';
import { insertKeywords } from '../store/keywords.ts';
import { insertNotes, listNotes } from '../store/notes.ts';
import type { ResolveWorld } from '../values/resolve-point.ts';
import { endReading, readBatch } from './read-batch.ts';
import { removeFacts } from './remove-facts.ts';
import { appendPages, appendPoints, deletePoints } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'import-commit': WorkflowType<z.input<typeof CommitInput>, { readonly points: number }>;
  }
}

const CommitInput = z.object({ import_id: z.string(), project_id: z.string() });

/** Writes the points of a file, ten thousand a step; each step has a token, so that it can be repeated after a crash. */
export const importCommit = defineWorkflow({
  name: 'import-commit',
  summary: 'Writes the history that a file of another tracker holds',
  input: CommitInput,
  queue: importsQueue,
  idOf: ({ import_id: importId }) => `import-commit-${importId}`,
  run: async (ctx, { import_id: importId }): Promise<{ points: number }> => {
    try {
      const world = await ctx.step('plan', () => plan(ctx, importId));
      let points = 0;
      for (let number = 0, isLast = false; !isLast; number += 1) {
        const before = points;
        const written = await ctx.step(`write ${number + 1}`, () => writeBatch(ctx, { importId, world, number, before }));
        points += written.points;
        isLast = written.isLast;
      }
      await ctx.step('finish', () => finish(ctx, importId, points));
      return { points };
    } catch (error) {
      await endReading(ctx.postgres, importId);
      await ctx.step('fail', () => fail(ctx, importId, messageOf(error)));
      throw error;
    }
  },
});

/** The same for every step, also when websites of the project change meanwhile. */
async function plan(ctx: WorkflowContext, importId: string): Promise<ResolveWorld> {
  const record = await getRecord(ctx, importId);
  const project = await findProject(ctx.postgres, record.projectId);
  if (project === undefined) throw new Error('The project is gone');
  const { sites, ...world } = await makeResolveWorld(ctx, project, record.mapping);
  // The result is recorded, so it holds no more than the resolver reads.
  return { ...world, sites: sites.map(({ value, aliases, hasSubdomains }) => ({ value, aliases, hasSubdomains })) };
}

interface BatchToWrite {
  readonly importId: string;
  readonly world: ResolveWorld;
  readonly number: number;
  /** Points of the batches before it. */
  readonly before: number;
}

async function writeBatch(
  ctx: WorkflowContext,
  { importId, world, number, before }: BatchToWrite,
): Promise<{ readonly points: number; readonly isLast: boolean }> {
  const record = await getRecord(ctx, importId);
  const { points, pages, keywords, notes, isLast } = await readBatch(ctx, record, world, number);
  const at = { importId, projectId: record.projectId, token: `${importId} ${number}` };
  await appendPoints(ctx.clickhouse, at, points);
  await appendPages(ctx.clickhouse, at, pages);
  await insertKeywords(ctx.postgres, importId, keywords);
  await insertNotes(ctx.postgres, importId, notes);
  await updatePoints(ctx.postgres, importId, before + points.length);
  ctx.live.publish('project', { project_id: record.projectId, change: 'imports' });
  return { points: points.length, isLast };
}

async function finish(ctx: WorkflowContext, importId: string, points: number): Promise<void> {
  await change(ctx, importId, { status: 'committed', points, committedAt: ctx.clock.now(), error: null }, async (tx) => {
    if ((await listNotes(tx, importId, 1)).length > 0) await ctx.workflows.enqueue(tx, 'import-notes', { import_id: importId });
  });
}

/** A failed commit leaves nothing: the points that it wrote are removed. */
async function fail(ctx: WorkflowContext, importId: string, error: string): Promise<void> {
  await change(ctx, importId, { status: 'failed', error, points: 0 }, (tx) => removeFacts(tx, importId));
  await deletePoints(ctx.clickhouse, importId);
}

async function change(
  ctx: WorkflowContext,
  importId: string,
  to: Partial<Import>,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const record = await lockImport(tx, importId);
    if (record?.status !== 'committing') return;
    await updateImport(tx, { ...record, ...to, updatedAt: ctx.clock.now() });
    await also(tx);
  });
}

async function getRecord({ postgres }: Pick<WorkflowContext, 'postgres'>, importId: string): Promise<Import> {
  const record = await findImport(postgres, importId);
  if (record === undefined) throw new Error('The import is gone');
  return record;
}
