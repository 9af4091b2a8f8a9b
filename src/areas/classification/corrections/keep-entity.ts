import type { Transaction } from '#stores/postgres/types.ts';
import { toUrlItem } from '../pipelines/items.ts';
import { insertKnownDomains, insertKnownUrls } from '../records/store/known.ts';
import { updateDomainLabels, updateUrlLabels } from '../records/store/entities.ts';
import { toDomainLabels, toUrlLabels, type Judged } from '../records/to-labels.ts';
import type { Entity } from './correction.ts';
import type { FoundEntity } from './patterns/find-entity.ts';
import { findNumber, hasRecord } from './store/entities.ts';

/** What a person corrects is a known domain or page from then on, with the labels that it had. A keyword needs no record. */
export async function keepEntity(tx: Transaction, { entity, verdicts }: FoundEntity, now: Date): Promise<Entity> {
  const { type, item } = entity;
  if (type === 'keyword' || hasRecord(entity)) return entity;
  // The correction takes the place of this source within the same transaction.
  const judged: Judged = { subject: item, verdicts, source: 'rules', confidence: entity.confidencePct ?? 0, classifiedAt: now };
  if (type === 'domain') {
    await insertKnownDomains(tx, [item], now);
    await updateDomainLabels(tx, [toDomainLabels(judged)]);
  } else {
    await insertKnownUrls(tx, [{ url: item, host: toUrlItem(item)?.host ?? item }], now);
    await updateUrlLabels(tx, [toUrlLabels(judged, new Map())]);
  }
  return { ...entity, id: (await findNumber(tx, type, item)) ?? entity.id };
}
