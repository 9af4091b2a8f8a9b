import type { OutsideError } from '#kernel/errors.ts';
import { refuseUnreadable, unreadable } from '../errors.ts';
import type { OnSurprise } from '../surprises.ts';
import { LinkListWire } from './wire.ts';

/** What one answer of the provider holds. */
export interface LinkResult {
  readonly result: readonly unknown[] | null;
  /** It was charged: an answer without anything in it is charged as well, so one that was free is damaged. */
  readonly isPaid: boolean;
}

/** Reads a row; `undefined`: it cannot be read. */
export type ReadRow<Row> = (row: unknown, onSurprise: OnSurprise) => Row | undefined;

export interface LinkRows<Row> {
  readonly rows: readonly Row[];
  /** Rows that came, unreadable ones too. */
  readonly came: number;
  readonly total: number | null;
  readonly token: string | null;
}

/** @returns the one object of the answer; undefined: the provider knows nothing of the target */
export function readOnly({ result, isPaid }: LinkResult): unknown {
  if (result !== null && result.length > 0) return result[0];
  if (!isPaid) throw unreadableLinks('it is empty, and free');
  return undefined;
}

/**
 * Reads a list. One that cannot be read is never an empty one; single rows that cannot are counted
 * and left out.
 * @param skipped rows that were left out by the question; undefined: not known
 * @returns undefined: the provider knows nothing of the target
 * @throws OutsideError `parse`
 */
export function readLinkRows<Row>(
  answer: LinkResult,
  { read, skipped, onSurprise }: { readonly read: ReadRow<Row>; readonly skipped: number | undefined; readonly onSurprise: OnSurprise },
): LinkRows<Row> | undefined {
  const only = readOnly(answer);
  if (only === undefined) return undefined;
  const parsed = LinkListWire.safeParse(only);
  if (!parsed.success) throw unreadableLinks('it holds no list');
  const { total_count: total = null, items_count: itemsCount, search_after_token: token = null } = parsed.data;
  const items = parsed.data.items ?? [];
  const isShort = (itemsCount ?? 0) > 0 || (skipped !== undefined && (total ?? 0) > skipped);
  if (items.length === 0 && isShort) throw unreadableLinks('its rows are missing');
  if (typeof itemsCount === 'number' && itemsCount !== items.length) onSurprise('items_count_differs');
  const rows = items.flatMap((item) => read(item, onSurprise) ?? []);
  const lost = items.length - rows.length;
  for (let count = 0; count < lost; count += 1) onSurprise('link_unreadable');
  refuseUnreadable(lost, { all: items.length, about: ABOUT });
  return { rows, came: items.length, total, token };
}

const ABOUT = 'a domain';

export function unreadableLinks(why: string): OutsideError {
  return unreadable(why, { about: ABOUT });
}
