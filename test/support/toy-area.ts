import { z } from 'zod';
import { defineArea } from '#area/index.ts';
import type { HealthCheck } from '#area/health-check.ts';
import { EMPTY_PLAN, type JobType } from '#area/job-type.ts';
import { defineSetting } from '#area/setting.ts';
import { defineEndpoint, defineWorkflow, type AppContext } from '#context';
import { limitField } from '#http/fields.ts';
import { defineCounter } from '#kernel/measure.ts';
import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

/** An area that is no part of the product: one of each thing that a manifest can hold. */

declare module '#kernel/live.ts' {
  interface LiveTopics {
    toy: true;
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
  readingOrder: 8,
  endpoints: [getToys],
  workflows: [toyMake],
  queues: [toyMaking],
  messages: [makeToyMessage],
  schedules: [{ name: 'toy-new-year', cron: '0 0 1 1 *', workflow: 'toy-make', input: { name: 'firework' } }],
  jobTypes: [toyJob],
  healthChecks: [toyCheck],
  settings: [toyColor],
  liveTopics: ['toy'],
  services: [{ service: 'toy_shop', rateUsd: 0.5, unit: 'toy' }],
  tables: { relational: [{ table: 'toys', project: 'none' }] },
});
