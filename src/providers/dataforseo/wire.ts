import { z } from 'zod';

/**
 * What the provider sends (DataForSEO v3). Only the envelope goes through a schema: the hundred
 * elements of a result page are read by hand in `mapper.ts`, because they are the bulk of the data
 * and every field of them may be missing.
 */
export const TaskWire = z.object({
  id: z.string().nullish(),
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nullish(),
  data: z.object({ tag: z.string().nullish() }).nullish(),
  result: z.array(z.unknown()).nullish(),
});
export type TaskWire = z.output<typeof TaskWire>;

/** 20000 at the head says almost nothing: each task has a code of its own. */
export const EnvelopeWire = z.object({
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nullish(),
  tasks: z.array(TaskWire).nullish(),
});
export type EnvelopeWire = z.output<typeof EnvelopeWire>;

/** A row of `/v3/{family}/id_list`. */
export const TaskRecordWire = z.object({
  id: z.string(),
  url: z.string().nullish(),
  datetime_posted: z.string().nullish(),
  cost: z.number().nullish(),
  metadata: z.object({ tag: z.string().nullish() }).nullish(),
});

/** A row of `/v3/serp/tasks_ready`. */
export const ReadyTaskWire = z.object({
  id: z.string(),
  tag: z.string().nullish(),
  se: z.string().nullish(),
  se_type: z.string().nullish(),
  endpoint_advanced: z.string().nullish(),
});

/** A result page. Nothing of it is certain. */
export interface SerpResultWire {
  readonly check_url?: unknown;
  readonly datetime?: unknown;
  readonly se_results_count?: unknown;
  readonly items_count?: unknown;
  readonly pages_count?: unknown;
  readonly item_types?: unknown;
  readonly items?: unknown;
}

/** An element of a result page. */
export interface SerpItemWire {
  readonly type?: unknown;
  readonly rank_group?: unknown;
  readonly rank_absolute?: unknown;
  readonly page?: unknown;
  readonly position?: unknown;
  readonly xpath?: unknown;
  readonly domain?: unknown;
  readonly url?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly is_paid?: unknown;
  readonly is_featured_snippet?: unknown;
  readonly rating?: { readonly value?: unknown; readonly votes_count?: unknown } | null;
  readonly cid?: unknown;
  readonly place_id?: unknown;
}

/** An AI overview, or an element of one; what it says in the elements is repeated in `markdown`. */
export interface OverviewWire {
  readonly markdown?: unknown;
  readonly text?: unknown;
  readonly items?: unknown;
  readonly components?: unknown;
  readonly references?: unknown;
}
