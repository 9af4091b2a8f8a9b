import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { BusinessType } from '../entities/store/business-types.ts';

const BusinessTypeBody = z
  .object({ id: z.string(), name: z.string(), slug: z.string(), description: z.string(), created_at: z.string() })
  .meta({ id: 'BusinessType' });

export const BusinessTypesResponse = z.object({ success: z.boolean(), business_types: z.array(BusinessTypeBody), count: z.int() });

export function toBusinessTypesBody(types: readonly BusinessType[]): z.input<typeof BusinessTypesResponse> {
  return { success: true, business_types: types.map((type) => toBody(BusinessTypeBody, type)), count: types.length };
}
