import type { SpendScope } from '#providers/metering.ts';
import { isInLabs } from '../keywords/operations.ts';
import { readOnly, readLinkRows, type LinkResult, type LinkRows, type ReadRow } from './answers.ts';
import { periodChangesReader, periodReader, readAnchor, readBacklink, readReferringDomain, readSummary } from './mapper.ts';
import * as operations from './operations.ts';
import type { LinkAnswer, LinkCall, LinkIndex, LinkPage } from '#providers/search-data/links.ts';
import { buy, requireDone, type PurchaseTools } from '../paid-call.ts';
import { readRankedKeyword } from './ranked-mapper.ts';
import { countSurprise } from '../surprises.ts';

interface Question<Value> {
  readonly call: LinkCall;
  readonly task: Readonly<Record<string, unknown>>;
  /** Rows that the answer has at most. */
  readonly rows: number;
  /** @throws OutsideError `parse` */
  readonly read: (answer: LinkResult) => { readonly value: Value; readonly count: number };
}

/** On whose behalf, and until when. */
interface Asking {
  readonly scope: SpendScope;
  readonly signal: AbortSignal | undefined;
}

type Ask = <Value>(question: Question<Value>, asking: Asking) => Promise<{ readonly value: Value; readonly costUsd: number }>;

/** The provider's index of links, and its database of what domains rank for. */
export function makeLinkIndex(tools: PurchaseTools): LinkIndex {
  const ask = makeAsk(tools);
  return {
    estimateLinkCallUsd: operations.estimateLinkCallUsd,
    hasRankedKeywords: isInLabs,
    fetchLinkSummary: (target, scope, signal) =>
      ask({ call: 'summary', task: operations.toSummaryTask(target), rows: 1, read: readTold }, { scope, signal }),
    fetchBacklinks: (request, scope, signal) => {
      const skipped = request.token === undefined ? (request.offset ?? 0) : undefined;
      const list = { ...request, skipped, read: readBacklink };
      return askPage(ask, { call: 'backlinks', task: operations.toBacklinksTask(request), ...list }, { scope, signal });
    },
    fetchReferringDomains: (request, scope, signal) => {
      const list = { ...request, skipped: request.offset ?? 0, read: readReferringDomain };
      return askPage(ask, { call: 'referring_domains', task: operations.toGroupsTask(request), ...list }, { scope, signal });
    },
    fetchAnchors: (request, scope, signal) => {
      const list = { ...request, skipped: request.offset ?? 0, read: readAnchor };
      return askPage(ask, { call: 'anchors', task: operations.toGroupsTask(request), ...list }, { scope, signal });
    },
    fetchLinkHistory: (request, scope, signal) => {
      const series = { rows: operations.countPeriods(request), read: periodReader(request.period) };
      return askSeries(ask, { call: 'history', task: operations.toHistoryTask(request), ...series }, { scope, signal });
    },
    fetchLinkChanges: (request, scope, signal) => {
      const series = { rows: operations.countPeriods(request), read: periodChangesReader(request.period) };
      return askSeries(ask, { call: 'changes', task: operations.toChangesTask(request), ...series }, { scope, signal });
    },
    fetchRankedKeywords: (request, scope, signal) => {
      const list = { limit: request.limit, skipped: request.offset ?? 0, read: readRankedKeyword };
      return askPage(ask, { call: 'ranked_keywords', task: operations.toRankedKeywordsTask(request), ...list }, { scope, signal });
    },
  };
}

function makeAsk(tools: PurchaseTools): Ask {
  return ({ call, task, rows, read }, asking) => {
    const { path, service, rateClass } = operations.LINK_OPERATIONS[call];
    return buy(tools, {
      ...asking,
      path,
      service,
      rateClass,
      estimateUsd: operations.estimateLinkCallUsd(call, rows),
      toTask: (tag) => ({ ...task, tag }),
      read: (answer) => {
        requireDone(answer);
        const costUsd = answer.costUsd ?? 0;
        const { value, count } = read({ result: answer.result, isPaid: costUsd > 0 });
        return { value: { value, costUsd }, success: true, itemsReturned: count };
      },
    });
  };
}

function readTold(answer: LinkResult) {
  const row = readOnly(answer);
  return row === undefined ? { value: null, count: 0 } : { value: readSummary(row, countSurprise), count: 1 };
}

interface ListQuestion<Row> extends Pick<Question<Row>, 'call' | 'task'> {
  readonly limit: number;
  readonly skipped: number | undefined;
  readonly read: ReadRow<Row>;
}

const NOTHING: LinkRows<never> = { rows: [], came: 0, total: 0, token: null };

async function askPage<Row>(ask: Ask, { call, task, limit, skipped, read }: ListQuestion<Row>, asking: Asking): Promise<LinkPage<Row>> {
  const toPage = (answer: LinkResult): { value: LinkRows<Row>; count: number } => {
    const list = readLinkRows(answer, { read, skipped, onSurprise: countSurprise }) ?? NOTHING;
    return { value: list, count: list.rows.length };
  };
  const { value, costUsd } = await ask({ call, task, rows: limit, read: toPage }, asking);
  // A page that is not full is the last one, whatever comes with it.
  return { rows: value.rows, came: value.came, total: value.total, nextToken: value.came < limit ? null : value.token, costUsd };
}

interface SeriesQuestion<Row> extends Pick<Question<Row>, 'call' | 'task' | 'rows'> {
  readonly read: ReadRow<Row>;
}

async function askSeries<Row extends { readonly startsOn: string }>(
  ask: Ask,
  { call, task, rows, read }: SeriesQuestion<Row>,
  asking: Asking,
): Promise<LinkAnswer<readonly Row[]>> {
  const toSeries = (answer: LinkResult): { value: readonly Row[] | null; count: number } => {
    const list = readLinkRows(answer, { read, skipped: undefined, onSurprise: countSurprise });
    const periods = list?.rows.toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1)) ?? null;
    return { value: periods, count: periods?.length ?? 0 };
  };
  return await ask({ call, task, rows, read: toSeries }, asking);
}
