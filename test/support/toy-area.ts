import { z } from 'zod';
import { defineArea } from '#area/index.ts';
import type { HealthCheck } from '#area/health-check.ts';
import { EMPTY_PLAN, type JobType } from '#area/job-type.ts';
import { defineSetting } from '#area/setting.ts';
import { defineEndpoint, defineWorkflow, type AppContext, type WorkflowType } from '#context';
import { limitField } from '#http/fields.ts';
import { defineCounter } from '#kernel/telemetry/measure.ts';
import type { QueuedSerpAnswer } from '#providers/search-data/index.ts';
import { defineQuestion, fetchAnswers, type AnswerEnd } from '#purchases/index.ts';
import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

/** An area that is no part of the product: one of each thing that a manifest can hold. */

declare module '#kernel/live.ts' {
  interface LiveTopics {
    toy: true;
  }
}

declare module '#context' {
  interface WorkflowTypes {
    'toy-look': WorkflowType<{ readonly names: readonly string[] }, { readonly ends: readonly AnswerEnd[] }>;
  }
}

/** Stands in for a migration. */
export const TOYS_TABLE = 'create table toys (name text primary key, made_by text not null)';

const toysMade = defineCounter('sightline_toys_total', 'Toys that were made');

const toyMaking: Queue = { name: 'toy-making', summary: 'making toys', concurrency: 2 };

const MakeToy = z.object({ name: z.string().min(1).max(40) });

async function insertToy({ postgres }: AppContext, name: string, madeBy: string): Promise<void> {
  await postgres.query('insert into toys (name, made_by) values ($1, $2) on conflict do nothing', [name, madeBy]);
}

const toyMake = defineWorkflow({
  name: 'toy-make',
  summary: 'makes a toy',
  input: MakeToy,
  queue: toyMaking,
  steps: ['insertToy'],
  trigger: {
    fields: '`name`',
    makePayload: () => MakeToy,
    estimate: async () => ({ calls: 0, costUsd: 0 }),
  },
  run: async (ctx, { name }) => {
    await ctx.step('insertToy', () => insertToy(ctx, name, 'workflow'));
    ctx.live.publish('toy', { name });
    toysMade.add(1);
    return { made: name };
  },
});

/** A result page by what the toy is called. */
const toPageRequest = (keyword: string) =>
  ({ engine: 'engine_a', kind: 'organic', keyword, locationCode: 2840, languageCode: 'en', device: 'desktop', depth: 10 }) as const;

/** Asked through the provider's queue; a toy is made of each answer. */
const toyPages = defineQuestion<z.infer<typeof MakeToy>, number, QueuedSerpAnswer>({
  name: 'toy-pages',
  parse: (kept) => MakeToy.parse(kept),
  toRequest: ({ name }) => toPageRequest(name),
  makePayer: async (_sql, { dispatchId, source }) => ({ toScope: () => ({ source, runId: dispatchId, workflowType: 'toy-look' }) }),
  makeReader: async ({ searchData }) => ({
    parse: (body, { asked }) => searchData.readSerpAnswer(body, toPageRequest(asked.name)),
    judge: ({ items }) => ({ kind: 'read', read: items.length }),
  }),
  use: {
    makeRoom: async () => undefined,
    store: async (_ctx, tx, answers) => {
      for (const { task, read } of answers)
        await tx.query('insert into toys (name, made_by) values ($1, $2)', [task.asked.name, `queue, ${read} results`]);
      return answers.map(({ read }) => ({ found: read, notFound: 0 }));
    },
    moveAnswers: async (_ctx, sql, answers) => {
      await sql.query('delete from serp_answers where id = any ($1)', [answers.map(({ answerId }) => answerId)]);
    },
    recordFailures: async (_ctx, tx, failed) => {
      for (const { asked, error } of failed) await tx.query('insert into toys (name, made_by) values ($1, $2)', [asked.name, error]);
    },
    unstorable: 'no room on the shelf',
  },
});

const toyLook = defineWorkflow({
  name: 'toy-look',
  summary: 'makes toys of what the provider finds',
  input: z.object({ names: z.array(z.string()) }),
  queue: toyMaking,
  run: async (ctx, { names }) => {
    const asked = names.map((name) => ({ name }));
    return { ends: await fetchAnswers(ctx, toyPages, asked, { projectIds: [], key: 'look' }) };
  },
});

export const makeToyMessage: MessageKind = {
  kind: 'make_toy',
  workflow: 'toy-make',
  queue: toyMaking,
  summary: 'make a toy',
};

const toyJob: JobType = {
  name: 'toy_parade',
  summary: 'makes the toy of the day',
  findProblems: () => [],
  plan: async () => EMPTY_PLAN,
  run: async (ctx) => {
    await ctx.step('makeToyOfTheDay', () => insertToy(ctx, 'drum', 'job'));
    return { status: 'completed' };
  },
};

const toyCheck: HealthCheck = { name: 'toy_shelf', check: async () => ({ status: 'ok', detail: 'there is room' }) };

let color = 'red';

const toyColor = defineSetting({
  name: 'toy_color',
  value: z.string(),
  change: z.enum(['red', 'blue']),
  read: async () => color,
  update: async (_sql, change) => {
    color = change;
  },
});

const getToys = defineEndpoint({
  method: 'GET',
  path: '/api/toys',
  spec: '4.1',
  area: 'toys',
  summary: 'Toys by name',
  access: 'key',
  query: z.object({ limit: limitField(10, 100) }),
  responses: { 200: z.object({ success: z.boolean(), toys: z.array(z.object({ name: z.string(), made_by: z.string() })) }) },
  handle: async ({ postgres }, { query }) => {
    const { rows } = await postgres.query<{ name: string; madeBy: string }>('select name, made_by from toys order by name limit $1', [
      query.limit,
    ]);
    return { status: 200, body: { success: true, toys: rows.map(({ name, madeBy }) => ({ name, made_by: madeBy })) } };
  },
});

export const toyArea = defineArea({
  name: 'toys',
  summary: 'Toys, and who made them.',
  endpoints: [getToys],
  workflows: [toyMake, toyLook],
  queues: [toyMaking],
  messages: [makeToyMessage],
  questions: [toyPages],
  schedules: [{ name: 'toy-new-year', cron: '0 0 1 1 *', workflow: 'toy-make', input: { name: 'firework' } }],
  jobTypes: [toyJob],
  healthChecks: [toyCheck],
  settings: [toyColor],
  liveTopics: ['toy'],
  services: [{ service: 'toy_shop', priceUsd: 0.5, unit: 'toy' }],
  tables: { relational: [{ table: 'toys', project: 'none' }] },
});
