import { findDecidingStage } from '../engine/run-pipeline.ts';
import { DECIDED } from '../engine/free-judges.ts';
import { LEARNING_THRESHOLDS } from '../engine/stage.ts';
import type { Kind } from '../records/classification.ts';
import type { Example } from '../similarity/example.ts';
import type { Classified } from './classified.ts';

export type Found = Readonly<Partial<Record<Kind, readonly Classified[]>>>;

/** Stages that looked at more than the item itself. What rules and models say already teaches them nothing. */
const TELLING: readonly string[] = ['low_noise_crawl', 'full_page', 'content', 'llm'];

/** New answers that are sure enough to be compared with. */
export function listExamples(found: Found): Example[] {
  return (['domain', 'url', 'keyword'] as const).flatMap((kind) =>
    (found[kind] ?? []).filter((item) => isTelling(kind, item)).map((item) => toExample(kind, item)),
  );
}

function isTelling(kind: Kind, { isCached, confidence, verdicts }: Classified): boolean {
  if (isCached || confidence < LEARNING_THRESHOLDS[kind]) return false;
  const byDimension = new Map(verdicts.map((verdict) => [verdict.dimension, verdict]));
  return TELLING.includes(findDecidingStage(byDimension, DECIDED[kind]) ?? '');
}

function toExample(kind: Kind, { subject, verdicts, confidence }: Classified): Example {
  const labels = Object.fromEntries(verdicts.map(({ dimension, label }) => [dimension, label]));
  return { kind, item: subject, labels, confidence: Math.round(confidence), origin: 'learned' };
}
