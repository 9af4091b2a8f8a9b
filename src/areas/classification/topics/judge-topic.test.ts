import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { topic } from '../vocabulary/topics.ts';
import { judgeTopicByPage, judgeTopicByUrl } from './judge-topic.ts';
import { extractSignals } from '../content/reading/extract-signals.ts';

/** What is said is nearly always right; what is not sure is left open. */
const RIGHT_MIN = 0.95;
const SAID_MIN = 0.55;

test('addresses have a topic where their words name one, and none where they do not', () => {
  const [, ...lines] = readFileSync(new URL('examples.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const judged = lines.map((line) => {
    const [url = '', wanted = ''] = line.split('\t');
    return { url, wanted, said: judgeTopicByUrl(url)[0]?.label };
  });
  const said = judged.filter((one) => one.said !== undefined);
  const wrong = said.filter((one) => one.said !== one.wanted);
  const wanted = judged.filter((one) => one.wanted !== '');
  assert.ok(judged.every((one) => one.wanted === '' || one.wanted in topic.labels));
  assert.ok(said.length - wrong.length >= said.length * RIGHT_MIN, JSON.stringify(wrong));
  assert.ok(said.length >= wanted.length * SAID_MIN, `${said.length} of ${wanted.length}`);
});

test('what stands on a page says what its address does not, and two topics say none', async () => {
  const url = 'https://example.com/p/1';
  const read = async (html: string) => judgeTopicByPage(url, await extractSignals(html, url))[0];
  const first = await read('<title>Personal loans and debt consolidation</title><h1>Personal loans</h1>');
  assert.equal(first?.label, '/Finance/Credit & Lending');
  assert.ok(first.evidence.length > 0 && first.confidence >= 60);
  assert.equal(await read('<title>Running shoes</title><h1>Dog food</h1>'), undefined);
  assert.equal(await read('<title>Welcome</title>'), undefined);
});
