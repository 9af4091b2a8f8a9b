import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowTypes, type WorkflowType } from '#context';
import type { CopyByWorkflow, CopySource } from '#stores/copy-types.ts';
import { hashId } from '#kernel/ids.ts';
import { addCounts, copyPart, NO_COUNTS } from './copy-part.ts';
import { toReport, type CopiedDay, type CopyReport, type Replay } from './copy-report.ts';
import { listUnitDays } from './store.ts';
import { analyticsCopies } from '../queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'analytics-copy': WorkflowType<{ readonly dry_run?: boolean }, CopyReport>;
  }
}

export const ANALYTICS_COPY = 'analytics-copy';

const PART_TIMEOUT_MS = 10 * 60_000;

/**
 * Copies to ClickHouse what it lacks of PostgreSQL's rows, in a step per table and day, which is also its
 * progress. After a crash it goes on at the day where it was.
 * @param sources in this order: what is worked out from other rows comes after them
 */
export const makeAnalyticsCopy = (sources: readonly CopySource[]) =>
  defineWorkflow({
    name: ANALYTICS_COPY,
    summary: 'Copies what ClickHouse lacks of the rows of PostgreSQL, and compares both',
    input: z.object({ dry_run: z.boolean().default(false) }),
    queue: analyticsCopies,
    run: async (ctx, input): Promise<CopyReport> => {
      const plan = await ctx.step('plan', () => planCopy(ctx, sources));
      const days: CopiedDay[] = [];
      const settled = new Set<string>();
      const replays: Replay[] = [];
      for (const [at, source] of sources.entries()) {
        const subjects = new Set<string>();
        for (const day of plan[at] ?? []) {
          const done = await copyDay(ctx, { source, day, isDryRun: input.dry_run });
          days.push(done.day);
          for (const subject of done.subjects) subjects.add(subject);
        }
        if (source.fill.kind !== 'workflow' || subjects.size === 0 || input.dry_run) continue;
        const done = await replay(ctx, source.fill, [...subjects]);
        if (done.every(({ isComplete }) => isComplete)) settled.add(source.name);
        replays.push(...done);
      }
      return toReport(sources, days, { isDryRun: input.dry_run, replays, settled });
    },
  });

/** The days of each source, in the order of the list. */
async function planCopy({ postgres }: Pick<WorkflowContext, 'postgres'>, sources: readonly CopySource[]): Promise<string[][]> {
  const days: string[][] = [];
  for (const source of sources) days.push(await listUnitDays(postgres, source.units));
  return days;
}

interface DayQuestion {
  readonly source: CopySource;
  readonly day: string;
  readonly isDryRun: boolean;
}

async function copyDay(ctx: WorkflowContext, question: DayQuestion): Promise<{ day: CopiedDay; subjects: readonly string[] }> {
  const { source, day } = question;
  let counts = NO_COUNTS;
  const subjects: string[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    await ctx.waitUntil(() => ctx.outbox.findRoom());
    const part: Awaited<ReturnType<typeof copyPart>> = await ctx.step(
      `copy ${source.name} ${day}`,
      () => copyPart(ctx, { ...question, after: after ?? '' }),
      { timeoutMs: PART_TIMEOUT_MS },
    );
    counts = addCounts(counts, part);
    subjects.push(...part.subjects);
    after = part.last;
  }
  return { day: { ...counts, source: source.name, day }, subjects };
}

async function replay(ctx: WorkflowContext, { workflow, inputOf, rowsOf }: CopyByWorkflow, subjects: readonly string[]): Promise<Replay[]> {
  const children = subjects.map((subject) => ({ id: hashId(`${workflow}:`, [ctx.workflowId, subject]), input: inputOf(subject) }));
  // Stores know no workflow: the area that names one has an input for it.
  const ends = await ctx.runAll(workflow as keyof WorkflowTypes, children as never[]);
  return ends.map(({ status, output }) =>
    status === 'completed' ? { isComplete: true, rows: rowsOf(output) } : { isComplete: false, rows: 0 },
  );
}
