import { dot } from '#kernel/vectors.ts';
import { createFreeClassifier, type FreeClassifier } from '../../engine/free-classifier.ts';
import type { Judgement } from '../../engine/judgement.ts';
import type { Thresholds } from '../../engine/stage.ts';
import { embedItem, TASKS } from '../../similarity/embed-item.ts';
import type { Example, Kind, Neighbour } from '../../similarity/example.ts';
import type { BlendCase, FitInput } from './fit-blend.ts';
import type { Blend } from '../../similarity/blend.ts';
import type { TaughtInput } from './fit-taught.ts';

/** An item with the labels that are right for it. */
export interface LabelledItem {
  readonly item: string;
  readonly truth: Readonly<Record<string, readonly string[]>>;
}

/** What a fit is made from. */
export interface FitOrder {
  readonly kind: Kind;
  readonly current: Blend;
  /** Corrected items. */
  readonly examples: readonly Example[];
  /** Those among them that the blend did not know until now. */
  readonly newItems: readonly string[];
  readonly fixed: readonly LabelledItem[];
  /** Own examples that models are trained on. */
  readonly shipped: readonly LabelledItem[];
}

/** The same number as in `corrected-items.ts`. */
const NEIGHBOURS_MAX = 12;
const ALL_STAGES: Thresholds = { of: {}, otherwise: Number.POSITIVE_INFINITY };
/** Shipped examples that guard each corrected item. */
const GUARDS = 3;

/** Judges and embeds every item once: seconds of work, for a worker thread. */
export function prepareCases({ kind, current, examples, newItems, fixed, shipped }: FitOrder): FitInput {
  const classifier = createFreeClassifier(ALL_STAGES);
  const embedded = examples.map((example) => ({ example, vector: embedItem(kind, example.item) }));
  const news = new Set(newItems);
  const older = embedded.filter(({ example }) => !news.has(example.item));
  const toCase = ({ item, truth }: LabelledItem, known: readonly Embedded[]): BlendCase => ({
    subject: { kind, item },
    truth,
    judgements: judge(classifier, kind, item),
    neighbours: findNearest(item, embedItem(kind, item), known),
  });
  return {
    current,
    corrected: examples.map(({ item, labels }) => toCase({ item, truth: toTruth(labels) }, embedded)),
    fixed: fixed.map((one) => toCase(one, embedded)),
    fixedBefore: fixed.map((one) => toCase(one, older)),
    near: listGuards(kind, [...shipped, ...fixed], embedded).map((one) => toCase(one, embedded)),
  };
}

/** What models of corrections are fitted from; an item that was judged is not judged again. */
export function prepareTaught({ kind, examples, fixed, shipped }: FitOrder, { corrected, fixed: fixedCases, near }: FitInput): TaughtInput {
  const classifier = createFreeClassifier(ALL_STAGES);
  const judged = new Map([...corrected, ...fixedCases, ...near].map(({ subject, judgements }) => [subject.item, judgements]));
  const known = TASKS[kind].known?.().map(({ input, labels }) => ({ item: input, truth: labels })) ?? [];
  return { kind, examples, fixed, anchors: [...shipped, ...known], judge: (item) => judged.get(item) ?? judge(classifier, kind, item) };
}

/** The shipped examples nearest to corrected items, which are not corrected themselves. */
function listGuards(kind: Kind, shipped: readonly LabelledItem[], corrected: readonly Embedded[]): LabelledItem[] {
  const own = new Set(corrected.map(({ example }) => example.item));
  const others = shipped.filter(({ item }) => !own.has(item)).map((one) => ({ one, vector: embedItem(kind, one.item) }));
  const guards = corrected.flatMap(({ vector }) =>
    others
      .map(({ one, vector: other }) => ({ one, similarity: dot(vector, other) }))
      .toSorted((one, other) => other.similarity - one.similarity)
      .slice(0, GUARDS)
      .map(({ one }) => one),
  );
  return [...new Set(guards)];
}

interface Embedded {
  readonly example: Example;
  readonly vector: Float32Array;
}

function judge(classifier: FreeClassifier, kind: Kind, item: string): readonly Judgement[] {
  if (kind === 'domain') return classifier.classifyDomain(item).verdicts;
  if (kind === 'url') return classifier.classifyUrl(item).verdicts;
  return classifier.classifyKeyword(item).verdicts;
}

function toTruth(labels: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(labels).map(([dimension, label]) => [dimension, [label]]));
}

/** The nearest examples, the item itself left out. */
function findNearest(item: string, vector: Float32Array, known: readonly Embedded[]): Neighbour[] {
  return known
    .filter(({ example }) => example.item !== item)
    .map(({ example: { kind: _kind, ...example }, vector: other }) => ({ ...example, isExact: false, similarity: dot(vector, other) }))
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, NEIGHBOURS_MAX);
}
