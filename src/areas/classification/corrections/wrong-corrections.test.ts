import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFreeClassifier } from '../engine/free-classifier.ts';
import type { Judgement } from '../engine/judgement.ts';
import { domainTask } from '../domains/task.ts';
import { keywordTask } from '../keywords/task.ts';
import { readOwnExamples } from '../models/examples.ts';
import { blendWithNeighbours, DEFAULT_BLENDS, type Blend } from '../similarity/blend.ts';
import type { Example, Kind } from '../similarity/example.ts';
import { urlTask } from '../urls/task.ts';
import { embedCorrectedItems } from './corrected-items.ts';

const ITEMS = 200;
/** Surer than what ends a pipeline. */
const SURE = 80;
const ENDS_PIPELINE = 70;

/** Of each kind the dimension that people correct most, and labels to be wrong with. */
const KINDS: readonly { kind: Kind; dimension: string; labels: readonly string[]; task: Parameters<typeof readOwnExamples>[0] }[] = [
  { kind: 'url', dimension: 'page_type', labels: ['spam', 'legal', 'product_page', 'article'], task: urlTask },
  { kind: 'domain', dimension: 'tier1_type', labels: ['commerce', 'community', 'institutional', 'information'], task: domainTask },
  {
    kind: 'keyword',
    dimension: 'intent_type',
    labels: ['navigational', 'transactional', 'informational', 'commercial'],
    task: keywordTask,
  },
];

const classifier = createFreeClassifier();

function judge(kind: Kind, item: string): readonly Judgement[] {
  if (kind === 'url') return classifier.classifyUrl(item).verdicts;
  return (kind === 'domain' ? classifier.classifyDomain(item) : classifier.classifyKeyword(item)).verdicts;
}

/** Items that differ from one by little, as its neighbours in the same list or on the same site do. */
function toVariants(kind: Kind, item: string): string[] {
  if (kind === 'keyword') return [`${item} online`, `best ${item}`, `${item}s`];
  if (kind === 'domain') return [`my${item}`, item.replace(/\.[a-z.]+$/u, '.net'), `blog.${item}`];
  const { origin, pathname } = new URL(item);
  const path = pathname.replace(/\/$/u, '');
  return [`${origin}${path}-2`, `https://another-site.com${path}`, `${origin}${path.replaceAll(/[a-z]+$/gu, 'other')}`];
}

for (const { kind, dimension, labels, task } of KINDS)
  test(`a wrong correction of each of ${ITEMS} sure items (${kind}) changes no sure item beside them, with any blend`, async () => {
    const find = (judgements: readonly Judgement[]): Judgement | undefined => judgements.find((one) => one.dimension === dimension);
    const { trained, keptAside } = readOwnExamples(task);
    const sure = [...trained, ...keptAside].flatMap(({ input: item }) => {
      const known = find(judge(kind, item));
      return known !== undefined && known.confidence >= SURE ? [{ item, label: known.label }] : [];
    });
    const step = sure.length / ITEMS;
    assert.ok(step >= 1, `${sure.length} items are sure`);
    const chosen = Array.from({ length: ITEMS }, (_none, at) => sure[Math.floor(at * step)] ?? sure[0]!);
    const wrong = chosen.map(({ item, label }, at): Example => {
      const others = labels.filter((one) => one !== label);
      return { kind, item, labels: { [dimension]: others[at % others.length] ?? '' }, confidence: 100, origin: 'correction' };
    });
    const corrected = await embedCorrectedItems(kind, wrong);
    const items = new Set(chosen.map(({ item }) => item));
    /** The farthest and the loudest that `learn` can choose. */
    const blends: Blend[] = [
      DEFAULT_BLENDS[kind],
      { ...DEFAULT_BLENDS[kind], nearFrom: 0.7, weight: 8 },
      { ...DEFAULT_BLENDS[kind], nearFromOf: { [dimension]: 0.7 }, weight: 8 },
    ];
    let looked = 0;
    let beside = 0;
    for (const variant of new Set(chosen.flatMap(({ item }) => toVariants(kind, item)))) {
      const judgements = judge(kind, variant);
      const before = find(judgements);
      if (before === undefined || before.confidence < ENDS_PIPELINE || items.has(variant)) continue;
      looked += 1;
      const neighbours = corrected.find(variant);
      if (neighbours.some(({ similarity }) => similarity >= DEFAULT_BLENDS[kind].nearFrom)) beside += 1;
      for (const blend of blends) {
        const after = find(blendWithNeighbours({ kind, item: variant }, judgements, neighbours, blend));
        assert.equal(after?.label, before.label, `${variant}: ${after?.evidence.join('; ')}`);
        assert.ok(after.confidence >= ENDS_PIPELINE, `${variant}: ${after.confidence}`);
      }
    }
    assert.ok(looked >= ITEMS / 2 && beside >= ITEMS / 4, `${looked} sure variants, ${beside} of them near a correction`);
  });
