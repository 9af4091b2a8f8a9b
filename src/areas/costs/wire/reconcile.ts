import { z } from 'zod';
import { Pagination, toPagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { sumUsd } from '#kernel/money.ts';
import { DIFFERENCES, type Difference, type DifferenceKind, type Sum } from '../compare-records.ts';
import type { Reconciliation } from '../reconcile-costs.ts';

const SumBody = z.object({ calls: z.int(), usd: z.number() });

const DifferenceBody = z
  .object({
    kind: z.enum(DIFFERENCES),
    task_id: z.string().nullable(),
    tag: z.string().nullable(),
    endpoint: z.string().nullable(),
    cost_id: z.string().nullable().meta({ description: 'Record of the ledger; null: it has none' }),
    ledger_usd: z.number(),
    provider_usd: z.number(),
    difference_usd: z.number().meta({ description: 'What the provider charged beyond the ledger' }),
    at: z.string(),
  })
  .meta({ id: 'CostDifference' });

export const ReconcileResponse = z.object({
  success: z.boolean(),
  since: z.string(),
  until: z.string(),
  complete: z.boolean().meta({ description: 'False: a part of the span was not compared' }),
  compared_until: z.string().meta({ description: 'Where to go on with `since` when the span was too long to be read at once' }),
  books: z
    .array(z.object({ family: z.string(), records: z.int(), complete: z.boolean(), error: z.string().nullable() }))
    .meta({ description: "The provider's lists; calls of one with an error are not compared" }),
  totals: z.object({
    provider: SumBody,
    ledger: SumBody,
    unsettled: SumBody.meta({ description: 'Known to the provider and still reserved here: the sweeper settles them' }),
    difference_usd: z.number().meta({ description: 'Provider minus ledger minus unsettled' }),
    missing_in_ledger: SumBody,
    missing_at_provider: SumBody,
    different_price: SumBody,
  }),
  differences: z.array(DifferenceBody).meta({ description: 'The earliest first' }),
  count: z.int(),
  pagination: Pagination,
});

export function toReconcileBody(reconciliation: Reconciliation, page: Page): z.input<typeof ReconcileResponse> {
  const { asked, compared, isComplete, families, provider, ledger, unsettled, differences } = reconciliation;
  const shown = differences.slice(page.offset, page.offset + page.limit);
  return {
    success: true,
    since: asked.since.toISOString(),
    until: asked.until.toISOString(),
    complete: isComplete,
    compared_until: compared.until.toISOString(),
    books: families.map(({ isComplete: complete, ...read }) => ({ ...read, complete })),
    totals: {
      provider,
      ledger,
      unsettled,
      difference_usd: sumUsd(differences.map(toUsdBeyond)),
      missing_in_ledger: sumOf('missing_in_ledger', differences),
      missing_at_provider: sumOf('missing_at_provider', differences),
      different_price: sumOf('different_price', differences),
    },
    differences: shown.map((difference) => toBody(DifferenceBody, { ...difference, differenceUsd: toUsdBeyond(difference) })),
    count: shown.length,
    pagination: toPagination(page, differences.length),
  };
}

function sumOf(kind: DifferenceKind, differences: readonly Difference[]): Sum {
  const own = differences.filter((difference) => difference.kind === kind);
  return { calls: own.length, usd: sumUsd(own.map(toUsdBeyond)) };
}

function toUsdBeyond({ providerUsd, ledgerUsd }: Difference): number {
  return sumUsd([providerUsd, -ledgerUsd]);
}
