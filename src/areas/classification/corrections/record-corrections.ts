import type { RequestContext, AppContext } from '#context';
import { AppError, invalid, notFound, type FieldProblem } from '#kernel/errors.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Kind } from '../similarity/example.ts';
import type { Correction, Entity } from './correction.ts';
import { completeLabels } from './complete-labels.ts';
import { keepEntity } from './keep-entity.ts';
import { lockEntity, type FoundEntity } from './patterns/find-entity.ts';
import { readCorrections, type Opinion } from './read-corrections.ts';
import { listSaidOf, upsertCorrections } from './store/corrections.ts';
import { updateEntity } from './store/entities.ts';
import { upsertPattern, type PatternKey } from './store/patterns.ts';
import type { Verdict } from '../engine/judgement.ts';
import { toSubjectHash } from '../records/classification.ts';
import { upsertClassifications } from '../records/store/classifications.ts';

/** The stage of a label that a person gave. */
const BY_PERSON = 'human_feedback';

export interface CorrectionOrder extends Opinion {
  readonly entityType: Kind;
  readonly entityId: string;
  readonly notes: string | undefined;
}

export interface RecordedCorrections {
  readonly entity: Entity;
  readonly corrections: readonly Correction[];
  /** What the entity says from now on, by dimension: what was given, and what follows from it. */
  readonly labels: Readonly<Record<string, string>>;
}

const NAMES: Readonly<Record<Kind, string>> = { domain: 'Domain', url: 'URL', keyword: 'Keyword' };

type Recording = Pick<RequestContext, 'postgres' | 'clock' | 'caller' | 'live' | 'workflows'>;

/**
 * Records what a person says of an entity, and writes it to the entity. `learn` makes an example of it.
 * @throws AppError 404 for an unknown entity; 400 that names every wrong field
 */
export async function recordCorrections(ctx: Recording, order: CorrectionOrder): Promise<RecordedCorrections> {
  const recorded = await ctx.postgres.transaction(async (tx) => await recordOne(ctx, tx, await readOne(tx, order)));
  ctx.live.publish('classification', toEvent(recorded));
  return recorded;
}

/** A correction of a list, or what is wrong with it already. */
export type PlacedOrder = {
  /** How the list calls the place of a field, for example `corrections[3].page_type`; empty: of the correction itself. */
  readonly place: (field: string) => string;
} & ({ readonly order: CorrectionOrder } | { readonly problems: readonly FieldProblem[] });

/**
 * The same of several entities, one after the other: all of them, or none.
 * @param isCheck nothing is recorded: what is wrong is named
 * @throws AppError 400 that names every wrong field and unknown entity by its place in the list
 */
export async function recordAllCorrections(
  ctx: Recording,
  orders: readonly PlacedOrder[],
  isCheck = false,
): Promise<RecordedCorrections[]> {
  const recorded = await ctx.postgres.transaction(async (tx) => {
    const all: RecordedCorrections[] = [];
    const problems: FieldProblem[] = [];
    for (const given of orders) {
      try {
        if ('problems' in given) throw invalid(given.problems);
        const read = await readOne(tx, given.order);
        if (!isCheck) all.push(await recordOne(ctx, tx, read));
      } catch (error) {
        // What is refused is refused before anything of it is written, so that the transaction can go on to name the others.
        if (!(error instanceof AppError)) throw error;
        problems.push(...toPlaced(given.place, error));
      }
    }
    if (problems.length > 0) throw invalid(problems);
    return all;
  });
  for (const one of recorded) ctx.live.publish('classification', toEvent(one));
  return recorded;
}

function toPlaced(place: PlacedOrder['place'], { code, message, details }: AppError): FieldProblem[] {
  if (code === 'not_found') return [{ path: place('entity_id'), message: 'names nothing that is known' }];
  const problems = (details as readonly FieldProblem[] | undefined) ?? [{ path: 'entity_id', message }];
  return problems.map(({ path, ...problem }) => ({ path: place(path), ...problem }));
}

interface ReadCorrection {
  readonly order: CorrectionOrder;
  readonly found: FoundEntity;
  /** Dimension to label. */
  readonly corrected: ReadonlyMap<string, string>;
}

async function readOne(tx: Transaction, order: CorrectionOrder): Promise<ReadCorrection> {
  const found = await lockEntity(tx, order.entityType, order.entityId);
  if (found === undefined) throw notFound(NAMES[order.entityType]);
  return { order, found, corrected: readCorrections(found.entity, order, await listSaidOf(tx, [found.entity])) };
}

async function recordOne(ctx: Recording, tx: Transaction, { order, found, corrected }: ReadCorrection): Promise<RecordedCorrections> {
  const now = ctx.clock.now();
  const entity = await keepEntity(tx, found, now);
  const corrections = await upsertCorrections(tx, { entity, corrected, notes: order.notes, createdBy: ctx.caller.id, now });
  for (const pattern of corrections.flatMap(toNewPattern)) await upsertPattern(tx, pattern, now);
  const labels = completeLabels(entity, corrected);
  await updateEntity(tx, entity, labels, now);
  await keepCorrection(ctx, tx, { verdicts: found.verdicts, entity, labels });
  // Lists of tracked keywords show the labels.
  if (entity.type === 'keyword') await ctx.workflows.enqueue(tx, 'keyword-labels', { texts: [entity.item] });
  return { entity, corrections, labels };
}

/** What is said again of the same entity makes no pattern stronger. */
function toNewPattern({ entityType, originalDimension, originalValue, correctedValue, times }: Correction): PatternKey[] {
  if (times > 1 || originalValue === correctedValue) return [];
  return [{ entityType, dimension: originalDimension, fromValue: originalValue ?? '', toValue: correctedValue }];
}

function toEvent({ entity: { type, id, item }, labels }: RecordedCorrections) {
  return { entity_type: type, entity_id: id, item, source: 'human_feedback', confidence: 100, needs_review: false, ...labels };
}

/** Keeps what a person said as the classification of the item, for ever: it is asked before every stage. */
async function keepCorrection(
  { clock }: Pick<AppContext, 'clock'>,
  sql: Sql,
  { entity, verdicts, labels }: FoundEntity & { readonly labels: Readonly<Record<string, string>> },
): Promise<void> {
  const given = Object.entries(labels).map(([dimension, label]) => toVerdict(dimension, label));
  const classification = {
    subject: entity.item,
    verdicts: [...given, ...verdicts.filter(({ dimension }) => labels[dimension] === undefined)],
    confidence: 100,
    source: BY_PERSON,
    depth: 'free',
    needsReview: false,
    skipReason: undefined,
    version: undefined,
    costUsd: 0,
    classifiedAt: clock.now(),
  } as const;
  await upsertClassifications(sql, entity.type, [{ hash: toSubjectHash(entity.item), classification, cachedUntil: null }]);
}

function toVerdict(dimension: string, label: string): Verdict {
  return { dimension, label, confidence: 100, stage: BY_PERSON, evidence: ['a person said so'] };
}
