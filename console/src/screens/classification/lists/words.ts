import type { ClassificationList, ClassifiedItem } from '#client';

export type Kind = ClassifiedItem['kind'];
export const KINDS = ['domain', 'url', 'keyword'] as const satisfies readonly Kind[];

/** One and many of each kind. */
export const KIND_WORDS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  domain: ['domain', 'domains'],
  url: ['page', 'pages'],
  keyword: ['keyword', 'keywords'],
};

/** What decides for a reader, of each kind. */
export const MAIN_DIMENSION: Readonly<Record<Kind, string>> = { domain: 'domain_type', url: 'page_type', keyword: 'intent_type' };

export const LIST_WORDS: Readonly<Record<ClassificationList['status'], string>> = {
  queued: 'queued',
  running: 'running',
  complete: 'complete',
  cancelled: 'cancelled',
  failed: 'failed',
};

export type ItemStatus = ClassifiedItem['status'];
export const ITEM_STATUSES = [
  'classified',
  'unsure',
  'failed',
  'over_budget',
  'corrected',
  'waiting',
  'not_reached',
] as const satisfies readonly ItemStatus[];

export const STATUS_WORDS: Readonly<Record<ItemStatus, string>> = {
  classified: 'classified',
  unsure: 'unsure',
  failed: 'failed',
  over_budget: 'refused by a budget',
  corrected: 'corrected',
  waiting: 'waiting',
  not_reached: 'not reached',
};

const REASONS: Readonly<Record<string, string>> = {
  daily_budget_exceeded: 'the daily budget did not allow the language model',
  budget_exceeded: 'a budget did not allow the language model',
  llm_not_configured: 'no language model is set up',
  llm_failed: 'the language model gave no usable answer',
  domain_unavailable: 'the site did not answer',
};

/** Why an item is not what one would like it to be; null: nothing kept a stage from it. */
export function toReason({ status, reason, label }: Pick<ClassifiedItem, 'status' | 'reason' | 'label'>): string | null {
  if (status === 'not_reached') return 'the list ended first';
  if (reason !== null) return REASONS[reason] ?? reason;
  return status === 'failed' && label === null ? 'no stage had an answer' : null;
}

/** True when stages have looked at an item. */
export function isJudged({ status }: Pick<ClassifiedItem, 'status'>): boolean {
  return status !== 'waiting' && status !== 'not_reached';
}

/** Whether a list goes on. */
export function isGoingOn({ status }: Pick<ClassificationList, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
