export const QUOTE_STATUSES = ['open', 'awaiting', 'approved', 'declined', 'buying', 'bought', 'refused'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** What a purchase costs at most, asked for by a key and good for one time. Amounts are USD. */
export interface Quote {
  readonly id: string;
  readonly keyId: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** In words, for the person who pays. */
  readonly does: string;
  /** What the client calls itself. */
  readonly client: string | null;
  readonly costUsd: number;
  readonly monthlyCostUsd: number;
  readonly status: QuoteStatus;
  /** Id of the person who approved or declined. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly boughtAt: Date | null;
}

/** The same text for the same arguments, however they are ordered. */
export function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${toCanonical(field)}`)
    .join(',')}}`;
}
