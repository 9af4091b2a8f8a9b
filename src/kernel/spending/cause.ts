import { z } from 'zod';

/** Who caused something that costs: an API key, a person who acts in an organization, or with a key of their own both. */
export interface Cause {
  readonly apiKeyId?: string | undefined;
  /** The membership by which the person acts: it says who, and in which organization. */
  readonly memberId?: string | undefined;
}

/** A cause as inputs of workflows and messages of queues carry it. */
export const CauseFields = { api_key_id: z.string().optional(), member_id: z.string().optional() };
export interface CarriedCause {
  readonly api_key_id?: string | undefined;
  readonly member_id?: string | undefined;
}

export function toCarriedCause({ apiKeyId, memberId }: Cause): CarriedCause {
  return { api_key_id: apiKeyId, member_id: memberId };
}

/** What a cause does not name is left out. */
export function toCause({ api_key_id: apiKeyId, member_id: memberId }: CarriedCause): Cause {
  return { ...(apiKeyId === undefined ? {} : { apiKeyId }), ...(memberId === undefined ? {} : { memberId }) };
}
