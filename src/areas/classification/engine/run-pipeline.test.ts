import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPipeline } from './run-pipeline.ts';
import { COST_THRESHOLDS, WORKFLOW_THRESHOLDS, type Stage, type StageCost, type StageName } from './stage.ts';

/** A stage that gives each item the label and confidence that stand under its name in the item. */
type Item = Readonly<Partial<Record<StageName, readonly [label: string, confidence: number]>>>;

function makeStage(name: StageName, cost: StageCost, asked: string[]): Stage<Item, undefined> {
  return {
    name,
    cost,
    run: (cases) => {
      asked.push(`${name} ${cases.length}`);
      return cases.map(({ item }) => {
        const [label, confidence] = item[name] ?? ['none', 0];
        const judgements = confidence === 0 ? [] : [{ dimension: 'type', label, confidence, evidence: [`${name} says ${label}`] }];
        return { judgements, costUsd: cost === 'paid' ? 0.01 : 0 };
      });
    },
  };
}

function makePipeline(asked: string[] = []) {
  const stages = [makeStage('rules', 'free', asked), makeStage('similarity', 'free', asked), makeStage('llm', 'paid', asked)];
  return { decides: ['type'], stages };
}

test('an item leaves at the first stage that is sure enough, and only the others go on', async () => {
  const asked: string[] = [];
  const items: Item[] = [{ rules: ['news', 75] }, { similarity: ['blog', 72] }, { llm: ['wiki', 90] }];
  const outcomes = await runPipeline(makePipeline(asked), items, { thresholds: WORKFLOW_THRESHOLDS, work: undefined });
  assert.deepEqual(asked, ['rules 3', 'similarity 2', 'llm 1']);
  assert.deepEqual(
    outcomes.map(({ verdicts, costUsd }) => [verdicts.get('type')?.label, verdicts.get('type')?.stage, costUsd]),
    [
      ['news', 'rules', 0],
      ['blog', 'similarity', 0],
      ['wiki', 'llm', 0.01],
    ],
  );
});

test('the cost pipeline asks more of rules than of the stages after them', async () => {
  const asked: string[] = [];
  await runPipeline(makePipeline(asked), [{ rules: ['news', 75], similarity: ['news', 70] }], {
    thresholds: COST_THRESHOLDS,
    work: undefined,
  });
  assert.deepEqual(asked, ['rules 1', 'similarity 1']);
});

test('the surest answer stays, the runner-up is remembered, and reasons for the same label are joined', async () => {
  const item: Item = { rules: ['news', 60], similarity: ['blog', 50], llm: ['news', 40] };
  const [outcome] = await runPipeline(makePipeline(), [item], { thresholds: WORKFLOW_THRESHOLDS, work: undefined });
  assert.deepEqual(outcome?.verdicts.get('type'), {
    dimension: 'type',
    label: 'news',
    confidence: 60,
    stage: 'rules',
    evidence: ['rules says news', 'llm says news'],
    secondBest: { label: 'blog', confidence: 50 },
  });
  assert.equal(outcome.confidence, 60);
});

test('a forced stage runs for every item, and its answer wins over a surer one', async () => {
  const item: Item = { rules: ['news', 95], llm: ['blog', 80] };
  const [outcome] = await runPipeline(makePipeline(), [item], { thresholds: WORKFLOW_THRESHOLDS, forced: 'llm', work: undefined });
  const verdict = outcome?.verdicts.get('type');
  assert.deepEqual([verdict?.label, verdict?.stage, verdict?.secondBest], ['blog', 'llm', { label: 'news', confidence: 95 }]);
});

test('a stage that weighed the earlier ones replaces what they are unsure of, also by a less sure answer', async () => {
  const run = async (item: Item, dimension = 'type') => {
    const { decides, stages } = makePipeline();
    const weighing = makeStage('content', 'network', []);
    const content: typeof weighing = {
      ...weighing,
      run: async (cases, work) =>
        (await weighing.run(cases, work)).map((finding) => ({
          ...finding,
          replaces: { dimensions: new Set([dimension]), from: 30, below: 70 },
        })),
    };
    const [outcome] = await runPipeline({ decides, stages: [...stages, content] }, [item], {
      thresholds: { of: {}, otherwise: 80 },
      work: undefined,
    });
    return outcome?.verdicts.get('type');
  };
  const replaced = await run({ rules: ['news', 65], content: ['blog', 55] });
  assert.deepEqual([replaced?.label, replaced?.confidence, replaced?.stage], ['blog', 55, 'content']);
  assert.deepEqual(replaced?.secondBest, { label: 'news', confidence: 65 });
  assert.equal((await run({ rules: ['news', 75], content: ['blog', 55] }))?.label, 'news');
  assert.equal((await run({ rules: ['news', 75], content: ['blog', 78] }))?.label, 'blog');
  assert.equal((await run({ rules: ['news', 65], content: ['blog', 25] }))?.label, 'news');
  assert.equal((await run({ rules: ['news', 65], content: ['blog', 55] }, 'other'))?.label, 'news');
});

test('stages of costs that were not asked for are left out', async () => {
  const asked: string[] = [];
  const options = { thresholds: WORKFLOW_THRESHOLDS, costs: ['free'], work: undefined } as const;
  const [outcome] = await runPipeline(makePipeline(asked), [{ llm: ['wiki', 90] }], options);
  assert.deepEqual(asked, ['rules 1', 'similarity 1']);
  assert.equal(outcome?.confidence, 0);
});
