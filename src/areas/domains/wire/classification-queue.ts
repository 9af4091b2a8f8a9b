import { z } from 'zod';
import { dryRunField, EstimateResponse } from '#areas/costs/index.ts';
import { instantParam, integerField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { hostField } from '../fields.ts';
import { ENTITY_TYPES, type ClassificationFailure } from '../classification-queue/list-classification-failures.ts';
import type { QueuedUrls } from '../classification-queue/classify-domain-urls.ts';
import { formatPlural } from '#kernel/text.ts';

const URLS_DEFAULT = 100;
const URLS_MAX = 10_000;
const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const QueueClassificationBody = z.object({
  domain: hostField(),
  limit: integerField({ min: 1, max: URLS_MAX }).default(URLS_DEFAULT).meta({ description: 'Pages at most.' }),
  skip_fetch: z.boolean().optional().meta({ description: 'Reads no page.' }),
  skip_llm: z.boolean().optional().meta({ description: 'Asks no language model.' }),
  dry_run: dryRunField(),
});

export const ReclassifyBody = QueueClassificationBody.extend({
  page_type: nameField().nullish().meta({ description: 'Only pages of this type; null: those that are not classified. All unless given.' }),
});

const Queued = z.object({
  success: z.boolean(),
  domain: z.string(),
  domain_id: z.int(),
  queued: z.int().meta({ description: 'Pages that were put on the queue' }),
  messages: z.int().meta({ description: 'Messages that hold them, 100 pages each' }),
  already_queued: z.int().meta({ description: 'Pages that were left out because they wait there already' }),
  queue: z.string(),
  waiting: z.boolean().meta({ description: 'Nothing takes messages off the queue yet: they wait there.' }),
  message: z.string(),
});
/** What was queued, or with `dry_run` the estimate alone. */
export const QueueClassificationResponse = Queued.or(EstimateResponse);

export const FailuresQuery = z.object({
  entity_type: z.enum(ENTITY_TYPES).optional(),
  since: instantParam().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const FailureBody = z
  .object({
    id: z.string().meta({ description: 'Of the dead letter: `POST /api/admin/queue/dead-letter/{id}/retry` sends it again.' }),
    entity_type: z.enum(ENTITY_TYPES),
    payload: z.unknown().meta({ description: 'What was to be classified' }),
    error: z.string(),
    attempts: z.int(),
    failed_at: z.string(),
    retried_at: z.string().nullable(),
    queue: z.string(),
    workflow_type: z.string(),
    workflow_id: z.string(),
  })
  .meta({ id: 'ClassificationFailure' });

export const FailuresResponse = z.object({
  success: z.boolean(),
  failures: z.array(FailureBody),
  ...ListFields,
});

export function toQueueClassificationBody(result: QueuedUrls): z.input<typeof Queued> {
  const { domain, urls, messages, urlsWaiting, queue, isConsumed } = result;
  const sent = urls === 0 ? 'No page to classify' : `${formatPlural(urls, 'page')} queued in ${formatPlural(messages, 'message')}`;
  return {
    success: true,
    domain: domain.domain,
    domain_id: domain.id,
    queued: urls,
    messages,
    already_queued: urlsWaiting,
    queue,
    waiting: !isConsumed,
    message: isConsumed ? sent : `${sent}; nothing takes them off ${queue} in this version`,
  };
}

export function toClassificationFailuresBody(
  page: Page,
  { failures, total }: { readonly failures: readonly ClassificationFailure[]; readonly total: number },
): z.input<typeof FailuresResponse> {
  return {
    success: true,
    failures: failures.map((failure) => toBody(FailureBody, { ...failure, workflowType: failure.workflow })),
    ...toListFields(failures, page, total),
  };
}
