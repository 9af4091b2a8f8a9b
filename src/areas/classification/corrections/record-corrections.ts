import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Kind } from '../similarity/example.ts';
import type { Correction, Entity } from './correction.ts';
import { completeLabels } from './complete-labels.ts';
import { readCorrections, type Opinion } from './read-corrections.ts';
import { upsertCorrections } from './store/corrections.ts';
import { lockEntity, updateEntity } from './store/entities.ts';
import { upsertPattern } from './store/patterns.ts';

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

/**
 * Records what a person says of an entity, and writes it to the entity. `learn` makes an example of it.
 * @throws AppError 404 for an unknown entity; 400 that names every wrong field
 */
export async function recordCorrections(
  ctx: Pick<RequestContext, 'postgres' | 'clock' | 'caller' | 'live'>,
  order: CorrectionOrder,
): Promise<RecordedCorrections> {
  const now = ctx.clock.now();
  const recorded = await ctx.postgres.transaction(async (tx) => {
    const entity = await lockEntity(tx, order.entityType, order.entityId);
    if (entity === undefined) throw notFound(NAMES[order.entityType]);
    const corrected = readCorrections(entity, order);
    const corrections = await upsertCorrections(tx, { entity, corrected, notes: order.notes, createdBy: ctx.caller.id, now });
    for (const [dimension, label] of corrected) {
      const before = entity.labels[dimension] ?? null;
      if (before === label) continue;
      await upsertPattern(tx, { entityType: entity.type, dimension, fromValue: before ?? '', toValue: label }, now);
    }
    const labels = completeLabels(entity, corrected);
    await updateEntity(tx, entity, labels, now);
    return { entity, corrections, labels };
  });
  ctx.live.publish('classification', toEvent(recorded));
  return recorded;
}

function toEvent({ entity: { type, id, item }, labels }: RecordedCorrections) {
  return { entity_type: type, entity_id: id, item, source: 'human_feedback', ...labels };
}
