import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { unpackBytes } from '#kernel/packed-bytes.ts';
import { EVIDENCE_BYTES_MAX } from './keep-evidence.ts';
import { findEvidence, evidenceList, type EvidenceRecord } from './store.ts';

export type { EvidenceRecord } from './store.ts';

type EvidenceContext = Pick<RequestContext, 'postgres'>;

/** Answers of the stores that lacked something, newest first, and how many there are in all. */
export async function listStoreEvidence(
  { postgres }: EvidenceContext,
  page: Page,
): Promise<{ readonly evidence: readonly EvidenceRecord[]; readonly total: number }> {
  const { rows: evidence, total } = await evidenceList.read(postgres, undefined, page);
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
