import { z } from 'zod';
import { idField, instantParam, integerParam, limitField, offsetField } from '#http/fields.ts';
import { DAYS_MAX, GRANULARITIES } from '../reports/list-daily-costs.ts';

const MINUTES_MAX = 525_600;
const DAYS_DEFAULT = 30;
const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

const page = { limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() };
const span = {
  since: instantParam().optional(),
  until: instantParam().optional().meta({ description: 'The end, exclusive.' }),
  minutes: integerParam({ min: 1, max: MINUTES_MAX }).optional().meta({ description: 'The last minutes, instead of `since`.' }),
};

export const SpanQuery = z.object(span);
export const LedgerPageQuery = z.object(page);
export const SpanPageQuery = z.object({ ...span, ...page });

/** @param services the names that the ledger may hold */
export function makeRecentQuery(services: readonly string[]) {
  return z.object({
    ...span,
    ...page,
    project_id: idField().optional(),
    run_id: idField().optional(),
    service: z.enum(services).optional(),
  });
}

export const DailyQuery = z.object({
  days: integerParam({ min: 1, max: DAYS_MAX.day })
    .default(DAYS_DEFAULT)
    .meta({ description: 'Days to look back, today included; at most 1 with the granularity `minute`, 83 with `hour`.' }),
  granularity: z.enum(GRANULARITIES).default('day'),
  project_id: idField().optional(),
});

export const ReconcileQuery = z.object({
  since: instantParam().optional().meta({ description: 'At most 31 days before `until`; one day unless given.' }),
  until: instantParam().optional().meta({ description: 'The end, exclusive; now unless given.' }),
  ...page,
});

export const CostRunParams = z.object({ run_id: idField() });
export const CostProjectParams = z.object({ project_id: idField() });
