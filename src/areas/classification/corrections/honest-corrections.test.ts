import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFreeClassifier } from '../engine/free-classifier.ts';
import type { Judgement } from '../engine/judgement.ts';
import { readOwnExamples } from '../models/examples.ts';
import type { LabelledItem } from '../models/task.ts';
import { SURE } from '../similarity/blend.ts';
import { TASKS } from '../similarity/embed-item.ts';
import type { Example, Kind } from '../similarity/example.ts';
import { implyLabels } from './complete-labels.ts';
import { fitTaught, type FittedTaught } from './learning/fit-taught.ts';
import { judgeByTaught } from './learning/judge-by-taught.ts';

const ITEMS = 50;

const words = (text: string): string[] => text.split(' ');
const combine = (ones: readonly string[], others: readonly string[], join: (one: string, other: string) => string): string[] =>
  ones.flatMap((one) => others.map((other) => join(one, other)));

interface Lesson {
  readonly kind: Kind;
  readonly dimension: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly corrected: readonly string[];
  /** Alike by meaning: other words, on other hosts. */
  readonly alike: readonly string[];
}

const LESSONS: readonly Lesson[] = [
  {
    kind: 'domain',
    dimension: 'tier1_type',
    labels: { domain_type: 'other', tier1_type: 'service' },
    corrected: combine(
      words(
        'thatching joinery glazing upholstery plastering bricklaying tiling paving fencing decking rendering welding locksmiths electricals heating drains scaffolding flooring insulation damproofing pestcontrol removals cleaning landscaping treesurgery',
      ),
      ['hazel', 'brook'],
      (trade, name) => `${name}${trade}.com`,
    ),
    alike: combine(
      words(
        'masonry carpentry woodwork stonework guttering roofing chimneys plumbing boilers wiring groundworks cladding driveways windows conservatories loftconversions decorating painting handyman skiphire groundscare hedgecutting windowcleaning carpetcleaning blinds',
      ),
      ['ashby', 'fern', 'alder'],
      (trade, name) => `${name}${trade}.net`,
    ),
  },
  {
    kind: 'url',
    dimension: 'page_type',
    labels: { page_type: 'job_posting' },
    corrected: combine(
      words(
        'senior-welder night-nurse forklift-driver payroll-clerk line-cook dental-assistant warehouse-picker bus-mechanic junior-accountant shift-electrician',
      ),
      words('hazel wren ashby linden marlow'),
      (job, name) => `https://${name}works.com/${job}`,
    ),
    alike: combine(
      words(
        'staff-midwife crane-operator head-chef machine-fitter lorry-driver legal-secretary ward-sister factory-foreman office-administrator trainee-plumber',
      ),
      words('brook fern thorn clay alder oak'),
      (job, name) => `https://${name}group.net/${job}`,
    ),
  },
  {
    kind: 'keyword',
    dimension: 'intent_type',
    labels: { intent_type: 'informational' },
    corrected: combine(
      [
        'sore throat',
        'stiff neck',
        'lower back',
        'itchy scalp',
        'swollen ankle',
        'tingling fingers',
        'blurred vision',
        'runny nose',
      ].concat('dry cough', 'burning feet'),
      ['fever', 'night', 'sudden', 'after running', 'child'],
      (symptom, when) => `${symptom.replace('-', ' ')} ${when}`,
    ),
    alike: combine(
      words('aching-knee cramp-calf numb-toes watery-eyes tight-chest bleeding-gums blocked-ear upset-stomach sprained-wrist red-rash'),
      ['swelling', 'evening', 'constant', 'after walking', 'toddler', 'winter', 'pregnancy', 'morning'],
      (symptom, when) => `${symptom.replace('-', ' ')} ${when}`,
    ),
  },
];

const classifier = createFreeClassifier({ of: {}, otherwise: Number.POSITIVE_INFINITY });
const judged = new Map<string, readonly Judgement[]>();

function judge(kind: Kind, item: string): readonly Judgement[] {
  const known = judged.get(`${kind} ${item}`);
  if (known !== undefined) return known;
  const verdicts =
    kind === 'url'
      ? classifier.classifyUrl(item).verdicts
      : (kind === 'domain' ? classifier.classifyDomain(item) : classifier.classifyKeyword(item)).verdicts;
  judged.set(`${kind} ${item}`, verdicts);
  return verdicts;
}

const find = (judgements: readonly Judgement[], dimension: string): Judgement | undefined =>
  judgements.find((one) => one.dimension === dimension);

const toKnown = ({ input, labels }: LabelledItem) => ({ item: input, truth: labels });

function learn(
  kind: Kind,
  items: readonly string[],
  toLabels: (item: string, at: number) => Readonly<Record<string, string>>,
): FittedTaught {
  const { trained, keptAside } = readOwnExamples(TASKS[kind]);
  const examples = items.map((item, at): Example => ({
    kind,
    item,
    labels: implyLabels(kind, toLabels(item, at)),
    confidence: 100,
    origin: 'correction',
  }));
  const anchors = [...trained, ...(TASKS[kind].known?.() ?? [])].map(toKnown);
  return fitTaught({ kind, examples, fixed: keptAside.map(toKnown), anchors, judge: (item) => judge(kind, item) });
}

/** Every judgement of the fixed set that is sure stays as it is. */
function assertSureStays(kind: Kind, { models }: FittedTaught): void {
  for (const { input: item } of readOwnExamples(TASKS[kind]).keptAside) {
    const before = judge(kind, item);
    const after = judgeByTaught(models, { kind, item }, before);
    for (const one of before) if (one.confidence >= SURE) assert.equal(find(after, one.dimension), one, item);
    for (const one of after) assert.ok(one.confidence < SURE || before.includes(one), `${item} became sure`);
  }
}

for (const { kind, dimension, labels, corrected, alike } of LESSONS)
  test(`${ITEMS} corrections of a kind (${kind}) help others like it by meaning, and change no sure row`, (t) => {
    assert.equal(corrected.length, ITEMS);
    const taught = learn(kind, corrected, () => labels);
    const measure = taught.measures.find((one) => one.dimension === dimension);
    assert.deepEqual(measure?.labels, [labels[dimension]]);
    assert.ok(measure.after.fixed >= measure.before.fixed, JSON.stringify(taught.measures));

    const open = alike.filter((item) => {
      const known = find(judge(kind, item), dimension);
      return known === undefined || known.confidence < SURE || known.label !== labels[dimension];
    });
    assert.ok(open.length >= ITEMS, `${open.length} were wrong or unsure`);
    const others = open.slice(0, ITEMS);
    const countRight = (judgeItem: (item: string) => readonly Judgement[]): number =>
      others.filter((item) => find(judgeItem(item), dimension)?.label === labels[dimension]).length;
    const before = countRight((item) => judge(kind, item));
    const after = countRight((item) => judgeByTaught(taught.models, { kind, item }, judge(kind, item)));
    t.diagnostic(`${before} of ${ITEMS} right before, ${after} after; ${JSON.stringify(measure)}`);
    assert.ok(after >= before + ITEMS / 5, `${before} of ${ITEMS} right before, ${after} after`);
    assertSureStays(kind, taught);
  });

for (const kind of ['domain', 'url', 'keyword'] as const)
  test(`a wrong correction of each of 200 sure items (${kind}) teaches nothing`, () => {
    const [dimension = ''] = { domain: ['tier1_type'], url: ['page_type'], keyword: ['intent_type'] }[kind];
    const sure = readOwnExamples(TASKS[kind]).trained.filter(({ input, labels }) => {
      const known = find(judge(kind, input), dimension);
      return known !== undefined && known.confidence >= 80 && labels[dimension]?.includes(known.label) === true;
    });
    const chosen = sure.filter((_one, at) => at % Math.max(1, Math.floor(sure.length / 200)) === 0).slice(0, 200);
    const all = [...new Set(chosen.flatMap(({ labels }) => labels[dimension] ?? []))];
    const own = new Map(chosen.map(({ input, labels }) => [input, labels[dimension] ?? []]));
    const taught = learn(
      kind,
      chosen.map(({ input }) => input),
      (item, at) => {
        const wrong = all.filter((label) => own.get(item)?.includes(label) !== true);
        return { [dimension]: wrong[at % wrong.length] ?? '' };
      },
    );
    assert.ok(chosen.length >= 150, `${chosen.length} are sure`);
    assert.deepEqual([taught.measures.length, taught.models.size], [1, 0], JSON.stringify(taught.measures));
    assertSureStays(kind, taught);
  });

test('corrections of fewer than three sites teach nothing, nor do tenants of a platform', () => {
  const [jobs] = LESSONS.filter(({ kind }) => kind === 'url');
  assert.ok(jobs);
  const twoSites = jobs.corrected.filter((item) => /hazel|wren/u.test(item));
  assert.deepEqual(learn('url', twoSites, () => jobs.labels).measures, []);
  const tenants = jobs.corrected.map((item) => item.replace('works.com', '.github.io'));
  assert.deepEqual(learn('url', tenants, () => jobs.labels).measures, []);

  const { models } = learn('url', jobs.corrected, () => jobs.labels);
  const page = 'https://oak.github.io/head-chef';
  const before = judge('url', page);
  assert.equal(judgeByTaught(models, { kind: 'url', item: page }, before), before);
});
