import assert from 'node:assert/strict';
import test from 'node:test';
import { makeLogger } from './logger.ts';
import { makeRedact } from './telemetry/redact.ts';
import { runInScope } from './work-scope.ts';

function listen(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const logger = makeLogger('info', { redact: makeRedact(secrets), destination: { write: (line: string) => void lines.push(line) } });
  return { logger, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('writes one JSON object a line, with the time and the level', () => {
  const { logger, lines, read } = listen();
  logger.info({ count: 3 }, 'several\nlines');
  const [line] = read();
  assert.deepEqual({ ...line, time: '' }, { level: 30, time: '', count: 3, msg: 'several\nlines' });
  assert.equal(new Date(String(line?.['time'])).toISOString(), line?.['time']);
  assert.match(lines[0] ?? '', /^[^\n]+\n$/u);
});

test('a line carries the fields of the work that it is written in, however deep', async () => {
  const { logger, lines, read } = listen();
  await runInScope({ fields: { workflow: 'serp-tracking', workflow_id: 'wf_1', step: 'fetch' } }, async () => {
    await Promise.resolve();
    logger.info('inside');
    logger.info({ step: 'another' }, 'its own word wins');
    logger.child({ workflow_id: 'wf_1' }).info('bound already');
  });
  logger.info('outside');
  const fields = read().map(({ workflow, workflow_id: id, step }) => [workflow, id, step]);
  assert.deepEqual(fields, [
    ['serp-tracking', 'wf_1', 'fetch'],
    ['serp-tracking', 'wf_1', 'another'],
    ['serp-tracking', 'wf_1', 'fetch'],
    [undefined, undefined, undefined],
  ]);
  for (const line of lines) assert.ok((line.match(/"workflow_id"/gu) ?? []).length <= 1, line);
});

test('secrets do not reach a line, as fields or inside texts and errors', () => {
  const { logger, lines } = listen(['provider-password']);
  const key = 'slk_0123456789abcdef0123456789abcdef01234567';
  logger.info({ password: 'p1', nested: { api_key: 'p2', token: 'p3' }, headers: { authorization: 'p4', 'x-api-key': 'p5' } }, 'fields');
  logger.error({ err: new Error(`refused ${key} at postgres://u:p6@host/db`, { cause: new Error('provider-password') }) }, `with ${key}`);
  const text = lines.join('');
  for (const secret of ['p1', 'p2', 'p3', 'p4', 'p5', ':p6@', key, 'provider-password'])
    assert.ok(!text.includes(`${secret}"`) && !text.includes(`${secret} `), secret);
  assert.doesNotMatch(text, /provider-password|slk_0|:p6@/u);
  assert.equal(lines.length, 2);
  for (const line of lines) JSON.parse(line);
});
