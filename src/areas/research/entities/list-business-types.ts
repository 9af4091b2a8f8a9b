import type { RequestContext } from '#context';
import { listBusinessTypeRows as listRows, type BusinessType } from './store/business-types.ts';

/** What a business can be, by name. */
export async function listBusinessTypes({ postgres }: Pick<RequestContext, 'postgres'>): Promise<BusinessType[]> {
  return await listRows(postgres);
}
