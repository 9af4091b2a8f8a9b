import { z } from 'zod';
import { idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { DOMAINS_MAX, toRecord } from '../domains/manage-domains.ts';
import type { OwnedDomain } from '../domains/store.ts';
import { domainField } from './fields.ts';

export const DomainBody = z.object({ domain: domainField() });
export const DomainParams = z.object({ organization_id: idField(), domain: domainField() });

const OwnedDomainBody = z
  .object({
    domain: z.string(),
    record_name: z.string().meta({ description: 'Name of the text record that proves it' }),
    record_text: z.string(),
    created_at: z.string(),
    checked_at: z.string().nullable().meta({ description: 'When the record was looked for last' }),
    proved_at: z.string().nullable().meta({ description: 'Null: the record was not there' }),
  })
  .meta({ id: 'OwnedDomain' });

export const DomainListResponse = z.object({ success: z.boolean(), domains: z.array(OwnedDomainBody).max(DOMAINS_MAX) });
export const DomainResponse = z.object({ success: z.boolean(), domain: OwnedDomainBody });

export function toDomainBody(owned: OwnedDomain): z.infer<typeof OwnedDomainBody> {
  const { name, text } = toRecord(owned);
  return toBody(OwnedDomainBody, { ...owned, recordName: name, recordText: text });
}
