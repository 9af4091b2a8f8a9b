import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#http/paging.ts';
import { unpackBytes } from '#kernel/packed-bytes.ts';
import { EVIDENCE_BYTES_MAX } from './keep-evidence.ts';
import { countEvidence, findEvidence, listEvidenceRecords, type EvidenceRecord } from './store.ts';

export type { EvidenceRecord } from './store.ts';

type EvidenceContext = Pick<RequestContext, 'postgres'>;

/** Answers of the stores that lacked something, newest first, and how many there are in all. */
export async function listStoreEvidence(
  { postgres }: EvidenceContext,
  page: Page,
): Promise<{ readonly evidence: readonly EvidenceRecord[]; readonly total: number }> {
  const [evidence, total] = await Promise.all([listEvidenceRecords(postgres, page), countEvidence(postgres)]);
  return { evidence, total };
}

/**
 * One of them with the answer as it was received, up to its limit.
 * @throws AppError `Evidence not found`
 */
export async function getEvidence({ postgres }: EvidenceContext, id: string): Promise<EvidenceRecord & { readonly body: string }> {
  const found = await findEvidence(postgres, id);
  if (found === undefined) throw notFound('Evidence');
  return { ...found, body: (await unpackBytes(found.body, { bytesMax: EVIDENCE_BYTES_MAX })).toString('utf8') };
}
