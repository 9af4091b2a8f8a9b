import { normalizeHost, normalizeUrl } from '#areas/domains/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { FreeClassification, FreeClassifier } from '../../engine/free-classifier.ts';
import type { Verdict } from '../../engine/judgement.ts';
import { toSubjectHash } from '../../records/classification.ts';
import { listClassifications } from '../../records/store/classifications.ts';
import type { Kind } from '../../similarity/example.ts';
import { VOCABULARIES } from '../../vocabulary/vocabularies.ts';
import type { Entity } from '../correction.ts';
import { findNumber, lockRecord } from '../store/entities.ts';

/** An entity, and what was classified of it. */
export interface FoundEntity {
  readonly entity: Entity;
  readonly verdicts: readonly Verdict[];
}

/**
 * Finds what a correction is about and locks it: by the number of its record, the id of a keyword, or the host,
 * address or text itself. What was classified needs no record, and what was not is classified here by the free stages.
 * @returns undefined for a number or an id that no record has
 */
export async function lockEntity(tx: Transaction, type: Kind, id: string): Promise<FoundEntity | undefined> {
  const name = NORMALIZERS[type](id);
  const record = (await lockRecord(tx, type, id)) ?? (await lockNamed(tx, type, name));
  const [classified] = await listClassifications(tx, type, [toSubjectHash(record?.item ?? name)]);
  const free = record === undefined && classified === undefined ? await classifyFree(type, name) : undefined;
  const known = classified ?? free;
  if (record === undefined && known === undefined) return undefined;
  const verdicts = known?.verdicts ?? [];
  const labels = { ...toLabels(type, verdicts), ...record?.labels };
  const source = record?.source ?? known?.source ?? null;
  const confidencePct = record?.confidencePct ?? (known === undefined ? null : Math.round(known.confidence));
  return { entity: { type, id: record?.id ?? name, item: record?.item ?? name, labels, source, confidencePct }, verdicts };
}

const NORMALIZERS: Readonly<Record<Kind, (text: string) => string>> = {
  domain: (text) => normalizeHost(text).host ?? text,
  url: (text) => normalizeUrl(text)?.url ?? text,
  keyword: normalizeKeyword,
};

/** As ids of keywords look; they are names of nothing else. */
const KEYWORD_ID = /^kw_\w+$/u;

const FREE: Readonly<Record<Kind, (classifier: FreeClassifier, name: string) => FreeClassification | undefined>> = {
  domain: ({ classifyDomain }, host) => (normalizeHost(host).host === host ? classifyDomain(host) : undefined),
  url: ({ classifyUrl }, url) => (normalizeUrl(url)?.url === url ? classifyUrl(url) : undefined),
  keyword: ({ classifyKeyword }, text) => (KEYWORD_ID.test(text) ? undefined : classifyKeyword(text)),
};

async function classifyFree(type: Kind, name: string) {
  // Rules and models are loaded by what first classifies.
  const { createFreeClassifier } = await import('../../engine/free-classifier.ts');
  const free = FREE[type](createFreeClassifier(), name);
  if (free === undefined) return undefined;
  const { verdicts, confidence } = free;
  return { verdicts, confidence, source: verdicts.every(({ stage }) => stage === 'rules') ? 'rules' : 'rules_vectorize' };
}

async function lockNamed(tx: Transaction, type: Kind, item: string): Promise<Entity | undefined> {
  const number = await findNumber(tx, type, item);
  return number === undefined ? undefined : await lockRecord(tx, type, number);
}

/** Every dimension of the kind; those that were not classified have null. */
function toLabels(type: Kind, verdicts: readonly Verdict[]): Record<string, string | null> {
  const dimensions = VOCABULARIES.filter(({ subject }) => subject === type).map(({ dimension }) => [dimension, null] as const);
  return { ...Object.fromEntries(dimensions), ...Object.fromEntries(verdicts.map(({ dimension, label }) => [dimension, label])) };
}
