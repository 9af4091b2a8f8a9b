import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseMeasured, fitRules, formatRules, type RuleJudgement, type RuleOutcome } from './rule-confidence.ts';

/** A hundred rows of four sources, of which so many are right. */
function makeOutcomes(rule: string, stated: number, right: number): RuleOutcome[] {
  return Array.from({ length: 100 }, (_, at) => ({ rule, source: `source ${at % 4}`, stated, isRight: (at * 37) % 100 < right }));
}

function state(rule: string, label: string, confidence: number): RuleJudgement {
  return { dimension: 'page_type', rule, label, confidence, evidence: [`by ${rule}`] };
}

test('chooses the surest statement after measuring, with the next label behind it', () => {
  const records = fitRules([...makeOutcomes('shape/title/article', 0.9, 40), ...makeOutcomes('word/shop', 0.84, 84)]);
  const chosen = chooseMeasured(
    [state('shape/title/article', 'article', 90), state('word/shop', 'category_page', 84), state('section/shop', 'category_page', 60)],
    records,
  );
  assert.equal(chosen?.label, 'category_page');
  assert.equal(chosen.secondBest?.label, 'article');
  assert.ok((chosen.secondBest?.confidence ?? 100) <= 100 - chosen.confidence);
  assert.deepEqual(chosen.evidence, ['by word/shop', 'by section/shop']);
  assert.equal(chooseMeasured([], records), undefined);
});

test('measures the finest kind that has enough rows, and the coarser one else', () => {
  const records = fitRules([...makeOutcomes('word/help', 0.9, 60), ...makeOutcomes('word/shop', 0.9, 90)]);
  const confidence = (rule: string): number => chooseMeasured([state(rule, 'listing', 90)], records)?.confidence ?? 0;
  assert.ok(Math.abs(confidence('word/help') - 60) <= 2);
  assert.ok(confidence('word/never-seen') < 80, 'as words in general');
  assert.equal(confidence('section/never-seen'), 90);
});

test('a measure lowers a statement to what it is, raises it in part, and makes no rule decide', () => {
  const records = fitRules([
    ...makeOutcomes('word/low', 0.9, 50),
    ...makeOutcomes('word/high', 0.85, 99),
    ...makeOutcomes('word/weak', 0.6, 99),
  ]);
  const confidence = (rule: string, stated: number): number => chooseMeasured([state(rule, 'listing', stated)], records)?.confidence ?? 0;
  assert.ok(confidence('word/low', 90) < 55);
  assert.ok(confidence('word/high', 85) > 85 && confidence('word/high', 85) < 95);
  assert.ok(confidence('word/weak', 60) > 60 && confidence('word/weak', 60) < 80);
});

test('too few rows, or rows of too few sources, say nothing', () => {
  const few = makeOutcomes('word/few', 0.9, 10).slice(0, 10);
  const oneSource = makeOutcomes('phrase/one', 0.9, 10).map((outcome) => ({ ...outcome, source: 'one' }));
  assert.equal(
    formatRules(fitRules([...few, ...oneSource]))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')).length,
    0,
  );
});
