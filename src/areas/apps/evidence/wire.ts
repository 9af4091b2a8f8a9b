import { z } from 'zod';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { EvidenceRecord } from './read-evidence.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

export const EvidenceQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const EvidenceParams = z.object({ id: idField() });

const EvidenceBody = z
  .object({
    id: z.string(),
    url: z.string(),
    http_status: z.int(),
    missing: z.array(z.string()).meta({ description: 'Names of fields or parts; `storefront` when the answer was for another country' }),
    recorded_at: z.string(),
  })
  .meta({ id: 'StoreEvidence' });

export const EvidenceListResponse = z.object({ success: z.boolean(), evidence: z.array(EvidenceBody), pagination: Pagination });
export const EvidenceResponse = z.object({
  success: z.boolean(),
  evidence: EvidenceBody,
  body: z.string().meta({ description: 'The answer as it was received, its first 2 MB' }),
});

export function toEvidenceBody(record: EvidenceRecord): z.infer<typeof EvidenceBody> {
  return toBody(EvidenceBody, record);
}
