import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packBytes, unpackBytes } from '#kernel/packed-bytes.ts';
import { openTestStores } from '../../test/support/index.ts';
import { appendSegments } from './segments/analytics.ts';
import { packSegments, toDigest } from './segments/segment.ts';
import { insertAnswers, type NewAnswer } from './answers/store.ts';
import { tables } from './tables.ts';

const TOKEN = `sld_${'a'.repeat(43)}`;
const NOW = new Date('2026-11-26T12:00:00Z');

test('an archive has waiting answers themselves, without tokens, wherever they lie', async (t) => {
  const { postgres, clickhouse } = await openTestStores(t);
  const bodies = ['first', 'second', 'third'].map((name) => packBytes(`{"${name}":"größe","url":"/postback?token=${TOKEN}"}`));
  const [kept] = await packSegments(bodies.map((answer) => ({ createdAt: NOW, answer })));
  const [lost] = await packSegments(bodies.map((answer) => ({ createdAt: NOW, answer })));
  if (kept === undefined || lost === undefined) return assert.fail();
  await appendSegments(clickhouse, [kept]);
  const toAnswer = (body: NewAnswer['body']): NewAnswer => ({ kind: 'postback', tag: 'a.1.1', taskId: 'task', queuedId: null, body });
  const toPlaced = ({ answer, place }: (typeof kept.answers)[number]): NewAnswer => toAnswer({ ...place, digest: toDigest(answer) });
  await insertAnswers(postgres, [...bodies.map(toAnswer), ...kept.answers.map(toPlaced), ...lost.answers.map(toPlaced)], NOW);

  const { rows } = await postgres.query<{ line: string }>('select row_to_json(a)::text as line from serp_answers a order by id');
  const archive = tables.relational?.find(({ table }) => table === 'serp_answers')?.rewrite?.({ clickhouse }) ?? assert.fail();
  const lines: (string | undefined)[] = [];
  for (const { line } of rows) lines.push(await archive(line));
  assert.ok(lines.every((line) => line?.includes(TOKEN) !== true));
  // A segment that ClickHouse has not leaves its rows out.
  assert.deepEqual(lines.slice(6), [undefined, undefined, undefined]);

  await postgres.query('truncate serp_answers');
  for (const line of lines.slice(3, 6))
    await postgres.query('insert into serp_answers overriding system value select * from json_populate_record(null::serp_answers, $1)', [
      line,
    ]);
  const restored = await postgres.query<{ body: Buffer; segment: string | null }>('select body, segment from serp_answers order by id');
  const plain = await Promise.all(
    restored.rows.map(async ({ body, segment }) => [(await unpackBytes(body, { bytesMax: 1_000 })).toString('utf8'), segment]),
  );
  assert.deepEqual(
    plain,
    ['first', 'second', 'third'].map((name) => [`{"${name}":"größe","url":"/postback?token=[removed]"}`, null]),
  );
});
