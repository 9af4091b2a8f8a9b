import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { AppError, BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeCallLimiter } from '#providers/limits/call-limiter.ts';
import { onEnd } from '../support/closers.ts';
import type { StepOptions, StepScope } from '#workflows/define.ts';
import { act, defineWorkflow } from './workflows.ts';
import { listEffects, openWorld, waitForStatus } from './world.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { PATIENCE_MS } from '../support/patience.ts';

type Attempt = (scope: StepScope) => Promise<unknown>;

/** What the one step of `try` does, by the subject; set by each test. */
const attempts = new Map<string, Attempt>();

const tryIt = defineWorkflow({
  name: 'try',
  summary: 'one step that does what the test says',
  input: z.object({
    subject: z.string(),
    options: z
      .object({ retry: z.literal('none'), timeoutMs: z.number() })
      .partial()
      .default({}),
  }),
  queue: GENERAL_TASKS,
  idOf: ({ subject }) => subject,
  run: async (ctx, { subject, options }) => {
    const work = async (scope: StepScope): Promise<unknown> => {
      await act(ctx.postgres, subject, `try ${scope.attempt}`);
      return await attempts.get(subject)?.(scope);
    };
    return await ctx.step('attempt', work, options as StepOptions);
  },
});

function fails(times: number, error: () => Error): Attempt {
  return async ({ attempt }) => {
    if (attempt <= times) throw error();
    return `worked at try ${attempt}`;
  };
}

/** What `pg` throws when the server is restarted, full, out of reach, or cuts a connection. */
const DATABASE_FAILURES = [
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  Object.assign(new Error('sorry, too many clients already'), { code: '53300' }),
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
];

/** PostgreSQL answers and takes no writes. */
const WRITE_FAILURES = [
  Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
  Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
];

const outage = (): Error => new OutsideError({ service: 'dataforseo', kind: 'http', message: 'HTTP 500', code: 500 });

test('tries steps again', async (t) => {
  const world = await openWorld(t);
  const { workflows, deadLetters } = await world.start([tryIt], { retryWaitsMs: [50, 100, 200] });

  const run = async (subject: string, attempt: Attempt, options: StepOptions = {}): Promise<unknown> => {
    attempts.set(subject, attempt);
    const id = await workflows.startNow('try', { subject, options });
    return (await workflows.waitFor(id, PATIENCE_MS))?.output;
  };

  await t.test('after the waits, and says so in the log', async () => {
    const began = performance.now();
    assert.equal(await run('third', fails(2, outage)), 'worked at try 3');
    const tookMs = performance.now() - began;
    assert.ok(tookMs >= 150 && tookMs < 15_000, `took ${tookMs} ms`);
    assert.deepEqual(
      world.log
        .filter((line) => line['workflow_id'] === 'third')
        .map(({ attempt, wait_ms, step, error }) => [attempt, wait_ms, step, error]),
      [
        [1, 50, 'attempt', 'HTTP 500'],
        [2, 100, 'attempt', 'HTTP 500'],
      ],
    );
    assert.deepEqual(
      (await workflows.listSteps('third')).map((step) => [step.name, step.status]),
      [['attempt', 'completed']],
    );
  });

  await t.test('and each try knows whether it is the last', async () => {
    const lastTries: boolean[] = [];
    const note: Attempt = async ({ isLastTry }) => {
      lastTries.push(isLastTry);
      if (!isLastTry) throw outage();
    };
    await run('to-the-last', note);
    assert.deepEqual(lastTries, [false, false, false, true]);
    await run('only-one', note, { retry: 'none' });
    assert.deepEqual(lastTries.slice(4), [true]);
  });

  await t.test('four times at most, and then the workflow is a dead letter', async () => {
    await assert.rejects(run('never', fails(9, outage)), (error: OutsideError) => {
      assert.ok(error instanceof OutsideError);
      assert.deepEqual(
        [error.service, error.kind, error.code, error.retryable, error.message],
        ['dataforseo', 'http', 500, true, 'HTTP 500'],
      );
      return true;
    });
    assert.deepEqual(await listEffects(world.postgres, 'never'), ['try 1', 'try 2', 'try 3', 'try 4']);
    const instance = await workflows.find('never');
    assert.deepEqual([instance?.status, instance?.error], ['failed', 'HTTP 500']);
    const [letter, ...others] = await deadLetters.list({ limit: 10, offset: 0 });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [letter?.queue, letter?.workflow, letter?.workflowId, letter?.error, letter?.attempts, letter?.payload],
      ['general-tasks', 'try', 'never', 'HTTP 500', 4, { subject: 'never', options: {} }],
    );
  });

  await t.test('later when the other side asks for it', async () => {
    const began = performance.now();
    const busy = (): Error => new OutsideError({ service: 'dataforseo', kind: 'rate_limited', message: 'slow down', retryAfterMs: 400 });
    assert.equal(await run('busy', fails(1, busy)), 'worked at try 2');
    assert.ok(performance.now() - began >= 400);
  });

  await t.test('when PostgreSQL was away, though the step says nothing of it', async () => {
    for (const failure of DATABASE_FAILURES) {
      assert.equal(
        await run(
          `away: ${failure.message}`,
          fails(1, () => failure),
        ),
        'worked at try 2',
        failure.message,
      );
    }
    assert.equal(await deadLetters.count({ workflow: 'try' }), 1, 'only what has failed four times is a dead letter');
  });

  await t.test('when PostgreSQL took no writes, and such a try does not count', async () => {
    for (const failure of WRITE_FAILURES) {
      let isFailing = true;
      const failsOnce: Attempt = async ({ attempt }) => {
        if (!isFailing) return `worked at try ${attempt}`;
        isFailing = false;
        throw failure;
      };
      assert.equal(await run(`no writes: ${failure.message}`, failsOnce), 'worked at try 1', failure.message);
    }
  });

  await t.test('not when it cannot get better, nor when one try was asked for', async () => {
    const refused = (): Error => new AppError('invalid', 'depth is too large', { details: [{ path: 'depth', message: 'too large' }] });
    await assert.rejects(run('refused', fails(9, refused)), {
      name: 'AppError',
      status: 400,
      details: [{ path: 'depth', message: 'too large' }],
    });
    await assert.rejects(run('once', fails(9, outage), { retry: 'none' }), OutsideError);
    assert.deepEqual([await listEffects(world.postgres, 'refused'), await listEffects(world.postgres, 'once')], [['try 1'], ['try 1']]);
  });

  await t.test('when it took too long, aborting the work', async () => {
    let aborted = 0;
    const slow: Attempt = async ({ attempt, signal }) => {
      if (attempt > 1) return 'quick';
      signal.addEventListener('abort', () => void (aborted += 1));
      return await new Promise(() => undefined);
    };
    assert.equal(await run('slow', slow, { timeoutMs: 100 }), 'quick');
    assert.equal(aborted, 1);
  });

  await t.test('but what it waits for its turn at an outside service does not count', async () => {
    const provider = await openSlowProvider(t);
    const calls = Array.from({ length: CALLS }, (_none, at) => `call ${at}`);
    const ahead = provider.call('/slow');
    const outputs = await Promise.all(
      calls.map((subject) => run(subject, ({ signal }) => provider.call('/', signal), { timeoutMs: LIMIT_MS })),
    );
    assert.equal(await ahead, 200);
    assert.deepEqual(
      outputs,
      Array.from(calls, () => 200),
    );
    for (const subject of calls) assert.deepEqual(await listEffects(world.postgres, subject), ['try 1']);
    await assert.rejects(
      run('too slow', ({ signal }) => provider.call('/slow', signal), { retry: 'none', timeoutMs: LIMIT_MS / 10 }),
      {
        name: 'StepTimeoutError',
      },
    );
  });

  await t.test('foreign errors keep name, message and code, whatever hangs on them', async () => {
    const foreign = (): Error => Object.assign(new TypeError('odd'), { code: 'E_ODD', socket: { self: () => undefined }, big: 1n });
    await assert.rejects(run('foreign', fails(9, foreign), { retry: 'none' }), { name: 'TypeError', message: 'odd', code: 'E_ODD' });
  });

  await t.test('a spent budget ends the workflow with a result', async () => {
    const spent = (): Error => new BudgetExceededError('run_cost_usd', 'Run budget exceeded');
    const output = await run('spent', fails(9, spent));
    assert.deepEqual(output, { skipped: true, reason: 'budget_exceeded', budget: 'run_cost_usd', message: 'Run budget exceeded' });
    assert.deepEqual(await listEffects(world.postgres, 'spent'), ['try 1']);
    assert.equal((await workflows.find('spent'))?.status, 'completed');
  });
});

const CALLS = 4;
/** Far longer than an answer at once takes on a busy machine. */
const LIMIT_MS = 3_000;
const SLOW_MS = LIMIT_MS + 500;

/** A service that may be called by one at a time; `/slow` answers after `SLOW_MS`, everything else at once. */
async function openSlowProvider(t: TestContext): Promise<{ call(path: string, signal?: AbortSignal): Promise<number> }> {
  const server = createServer(({ url }, response) => void setTimeout(() => response.end(), url === '/slow' ? SLOW_MS : 0));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = makeHttpClient({
    logger: makeLogger('fatal'),
    allowedPrivateOrigins: [url],
    callLimiter: makeCallLimiter({ limits: [{ service: 'slow', class: 'account', concurrency: 1 }] }),
  });
  onEnd(t, async () => {
    await http.close();
    server.close();
  });
  const call = async (path: string, signal?: AbortSignal): Promise<number> =>
    (await http.request({ service: 'slow', url: `${url}${path}`, ...(signal ? { signal } : {}) })).status;
  return { call };
}

test('dead letters can be listed, sent again once, and purged', async (t) => {
  const world = await openWorld(t);
  const runtime = await world.start([tryIt], { retryWaitsMs: [] });
  const { workflows, deadLetters } = runtime;
  attempts.set('unlucky', fails(9, outage));
  await workflows.start('try', { subject: 'unlucky' });
  await waitForStatus(runtime, 'unlucky', 'failed');
  const [letter] = await deadLetters.list({ workflow: 'try', limit: 10, offset: 0 });
  assert.ok(letter);
  assert.equal(await deadLetters.count({ queue: GENERAL_TASKS.name }), 1);
  assert.equal(await deadLetters.count({ queue: 'serp-checks' }), 0);

  attempts.set('unlucky', async () => 'lucky');
  const again = await deadLetters.retry(letter.id);
  assert.match(again, /^wf_/u);
  assert.deepEqual(await workflows.waitFor(again, PATIENCE_MS), { output: 'lucky' });
  assert.equal((await workflows.find('unlucky'))?.status, 'failed');
  assert.ok((await deadLetters.list({ limit: 10, offset: 0 }))[0]?.retriedAt);
  await assert.rejects(deadLetters.retry(letter.id), { status: 409 });
  await assert.rejects(deadLetters.retry('dl_unknown'), { status: 404, error: 'Dead letter not found' });
  assert.equal(await deadLetters.purge('serp-checks'), 0);
  assert.equal(await deadLetters.purge(), 1);
});
