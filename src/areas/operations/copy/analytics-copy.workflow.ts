import { z } from 'zod';
import { copySources as domainSources } from '#areas/domains/index.ts';
import { copySources as keywordSources } from '#areas/keywords/index.ts';
import { copySources as rankingSources } from '#areas/rankings/index.ts';
import { defineWorkflow, type WorkflowContext } from '#context';
import type { CopyByWorkflow, CopySource } from '#stores/copy-types.ts';
import { hashId } from '#kernel/ids.ts';
import { addCounts, copyPart, NO_COUNTS } from './copy-part.ts';
import { toReport, type CopiedDay, type CopyReport, type Replay } from './copy-report.ts';

export const ANALYTICS_COPY = 'analytics-copy';

/** In this order: what is worked out from other rows comes after them. */
const SOURCES: readonly CopySource[] = [...domainSources, ...keywordSources, ...rankingSources];
const PART_TIMEOUT_MS = 10 * 60_000;

/**
 * Copies to ClickHouse what it lacks of PostgreSQL's rows, in a step per table and day, which is also its
 * progress. After a crash it goes on at the day where it was.
 */
export const analyticsCopy = defineWorkflow({
  name: ANALYTICS_COPY,
  summary: 'Copies what ClickHouse lacks of the rows of PostgreSQL, and compares both',
  input: z.object({ dry_run: z.boolean().default(false) }),
  queue: 'analytics-copies',
  run: async (ctx, input): Promise<CopyReport> => {
    const plan = await ctx.step('plan', () => planCopy(ctx));
    const days: CopiedDay[] = [];
    const settled = new Set<string>();
    const replays: Replay[] = [];
    for (const [at, source] of SOURCES.entries()) {
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
    return toReport(SOURCES, days, { isDryRun: input.dry_run, replays, settled });
  },
});

/** The days of each source, in the order of the list. */
async function planCopy({ postgres }: Pick<WorkflowContext, 'postgres'>): Promise<string[][]> {
  const days: string[][] = [];
  for (const source of SOURCES) days.push(await source.listDays(postgres));
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
  const ends = await ctx.waitForAll(await ctx.enqueueAll(workflow, children));
  return ends.map(({ status, output }) =>
    status === 'completed' ? { isComplete: true, rows: rowsOf(output) } : { isComplete: false, rows: 0 },
  );
}
