import type { Candidate, Judgement } from '../engine/judgement.ts';
import type { Kind, Neighbour, Origin } from './example.ts';
import { areTenants, toSource, type Subject } from './independent.ts';

/** How much neighbours count beside rules and models. Fitted by `learn` (`../corrections/fit-blend.ts`). */
export interface Blend {
  /** From this similarity on an example counts as near; from 0 to 1. */
  readonly nearFrom: number;
  /** Dimensions with a similarity of their own: a finer dimension asks for nearer examples. */
  readonly nearFromOf?: Readonly<Record<string, number>>;
  /** How much a sure example beside the item counts against a judgement of confidence 100; 0: only exact ones count. */
  readonly weight: number;
  /** Platt's map of what comes out to how often it is right: `1 / (1 + exp(-(slope * logit(p) + intercept)))`. */
  readonly slope: number;
  readonly intercept: number;
}

const UNFITTED = { weight: 5, slope: 1, intercept: 0 };

/** Until there are corrections to fit one to. Pages of other sites with the same path are no neighbours yet. */
export const DEFAULT_BLENDS: Readonly<Record<Kind, Blend>> = {
  domain: { ...UNFITTED, nearFrom: 0.78 },
  url: { ...UNFITTED, nearFrom: 0.82 },
  keyword: { ...UNFITTED, nearFrom: 0.7 },
};

/** Examples less sure than this are believed about the item itself and say nothing of others: people disagree about them. */
export const CONFIDENCE_MIN = 60;
const NAMED_MAX = 3;
/** What the models were trained on, or said themselves, adds little to what they say. */
const VOICE: Readonly<Record<Origin, number>> = { correction: 1, learned: 0.1, seed: 0.1 };
const CONFIDENCE_MAX = 99;

const SAID_BY: Readonly<Record<Origin, string>> = {
  correction: 'corrected by a person',
  learned: 'learned example',
  seed: 'shipped example',
};

/** A judgement that ends a pipeline is moved only by several independent corrections, as near as a blend that was never fitted asks for. */
export const SURE = 70;
/** From so many corrections on (of different sites or keywords) they cannot be one person's slip. */
export const INDEPENDENT_MIN = 3;
/** The weight of fewer corrections together, as a share of one vote: it makes an unsure judgement less sure and changes no sure label. */
const FEW_VOTE_MAX = 0.5;

/**
 * What is known of an item, by its judgements and the examples beside it. An example of the item itself decides;
 * near ones vote with their similarity. Without neighbours the judgements stay as they are. A correction that contradicts a judgement
 * counts as far as others from elsewhere say the same, and never for another tenant of a platform.
 * @param neighbours of the item, the nearest first
 */
export function blendWithNeighbours(
  subject: Subject,
  judgements: readonly Judgement[],
  neighbours: readonly Neighbour[],
  blend: Blend,
): readonly Judgement[] {
  if (neighbours.length === 0) return judgements;
  const known = new Map(judgements.map((judgement) => [judgement.dimension, judgement]));
  const dimensions = new Set([...known.keys(), ...neighbours.flatMap(({ labels }) => Object.keys(labels))]);
  return [...dimensions].flatMap((dimension) => blendDimension(dimension, known.get(dimension), { subject, neighbours, blend }) ?? []);
}

interface Asked {
  readonly subject: Subject;
  readonly neighbours: readonly Neighbour[];
  readonly blend: Blend;
}

/** What an item is made with or about says nothing of its neighbours. */
const OF_ITEM_ALONE: ReadonlySet<string> = new Set(['domain_tech_type', 'topic']);

function blendDimension(dimension: string, known: Judgement | undefined, asked: Asked): Judgement | undefined {
  const { subject, neighbours } = asked;
  const blend = { ...asked.blend, nearFrom: asked.blend.nearFromOf?.[dimension] ?? asked.blend.nearFrom };
  const voters = neighbours.filter(({ labels }) => labels[dimension] !== undefined);
  const exact = voters.find(({ isExact }) => isExact);
  if (exact !== undefined) return toExact(dimension, known, exact);
  if (OF_ITEM_ALONE.has(dimension)) return known;
  const near = voters.filter((voter) => blend.weight > 0 && voter.similarity >= blend.nearFrom && voter.confidence >= CONFIDENCE_MIN);
  const votes = toVotes(dimension, known, { subject, neighbours: near, blend });
  return votes.length === 0 ? known : toNear(dimension, known, { votes, blend });
}

interface Vote {
  readonly label: string;
  readonly share: number;
  readonly neighbour: Neighbour;
}

/** What near examples say of a dimension: of each label the examples of all origins, as far as they are believed. */
function toVotes(dimension: string, known: Judgement | undefined, { subject, neighbours, blend }: Asked): Vote[] {
  const said = neighbours.map((neighbour) => ({ label: neighbour.labels[dimension] ?? '', share: toVote(neighbour, blend), neighbour }));
  const corrected = said.filter(
    ({ neighbour }) => neighbour.origin === 'correction' && !areTenants(subject, { ...subject, item: neighbour.item }),
  );
  const believed = [...Map.groupBy(corrected, ({ label }) => label)].flatMap(([label, votes]) =>
    label === known?.label ? votes : believe(subject, votes, known?.confidence ?? 0),
  );
  return [...believed, ...said.filter(({ neighbour }) => neighbour.origin !== 'correction')];
}

/** How many of the corrections that contradict a judgement count: all, none, or together half a vote. */
function believe(subject: Subject, votes: readonly Vote[], against: number): readonly Vote[] {
  const heard = against < SURE ? votes : votes.filter(({ neighbour }) => neighbour.similarity >= DEFAULT_BLENDS[subject.kind].nearFrom);
  const sources = new Set(heard.map(({ neighbour }) => toSource({ ...subject, item: neighbour.item })));
  if (sources.size >= INDEPENDENT_MIN) return heard;
  if (against >= SURE) return [];
  const total = heard.reduce((sum, { share }) => sum + share, 0);
  return heard.map((vote) => ({ ...vote, share: (vote.share * Math.min(total, FEW_VOTE_MAX)) / total }));
}

function toExact(dimension: string, known: Judgement | undefined, exact: Neighbour): Judgement {
  const label = exact.labels[dimension] ?? '';
  const rivals = known === undefined ? [] : [known, known.secondBest];
  return {
    dimension,
    label,
    confidence: exact.confidence,
    secondBest: findBest(rivals, label),
    evidence: [`${SAID_BY[exact.origin]}: ${exact.item}`],
  };
}

interface Counted {
  readonly votes: readonly Vote[];
  readonly blend: Blend;
}

function toNear(dimension: string, known: Judgement | undefined, { votes, blend }: Counted): Judgement {
  const sums = new Map<string, number>();
  const add = (label: string, share: number): void => void sums.set(label, (sums.get(label) ?? 0) + share);
  if (known !== undefined) add(known.label, known.confidence / 100);
  if (known?.secondBest !== undefined) add(known.secondBest.label, known.secondBest.confidence / 100);
  for (const { label, share } of votes) add(label, share);
  // What the judgement leaves open belongs to none of the labels.
  const stated = ((known?.confidence ?? 0) + (known?.secondBest?.confidence ?? 0)) / 100;
  const open = Math.max(0, 1 - stated);
  const total = open + sums.values().reduce((sum, share) => sum + share, 0);
  const [best, second] = [...sums].map(([label, share]) => ({ label, confidence: calibrate(share / total, blend) })).toSorted(bySure);
  if (best === undefined) throw new Error(`no label of ${dimension} has a vote`);
  const named = votes.flatMap(({ label, neighbour }) => (label === best.label ? [neighbour] : [])).slice(0, NAMED_MAX);
  const reasons = known?.label === best.label ? known.evidence : [];
  const nearest = named.length === 0 ? [] : [`nearest examples: ${named.map(toText).join(', ')}`];
  return { dimension, ...best, secondBest: second, evidence: [...nearest, ...reasons] };
}

/** A neighbour at `nearFrom` has half of the voice of one that equals the item. */
function toVote({ similarity, confidence, origin }: Neighbour, { nearFrom, weight }: Blend): number {
  const nearness = (similarity - nearFrom) / (1 - nearFrom);
  return weight * VOICE[origin] * (confidence / 100) * (0.5 + 0.5 * Math.min(1, nearness));
}

/** @returns from 0 to 99: near examples are never certain */
export function calibrate(probability: number, { slope, intercept }: Blend): number {
  const isIdentity = slope === 1 && intercept === 0;
  const mapped = isIdentity ? probability : 1 / (1 + Math.exp(-(slope * logit(probability) + intercept)));
  return Math.min(CONFIDENCE_MAX, Math.round(100 * mapped));
}

/** Bounded, so that certainty stays a number. */
export function logit(probability: number): number {
  const p = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(p / (1 - p));
}

function toText({ item, similarity }: Neighbour): string {
  return `${item} (${similarity.toFixed(2)})`;
}

const bySure = (one: Candidate, other: Candidate): number => other.confidence - one.confidence || (one.label < other.label ? -1 : 1);

function findBest(candidates: readonly (Candidate | undefined)[], except: string): Candidate | undefined {
  const others = candidates.flatMap((one) => (one === undefined || one.label === except ? [] : [one]));
  const [best] = others.toSorted(bySure);
  return best && { label: best.label, confidence: best.confidence };
}
