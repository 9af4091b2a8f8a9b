import type { Envelope, WireTask } from './provider/envelope.ts';
import { WrittenRow } from './provider/serp/written.ts';
import type { Reply } from './reply.ts';

const CUT_AT = 0.6;

/** The answer stops in the middle. */
export function cutShort(reply: Reply): Reply {
  return { ...reply, body: Buffer.from(reply.body).subarray(0, Math.floor(Buffer.byteLength(reply.body) * CUT_AT)) };
}

/** What a broken gateway makes of the answer. */
export function garble(reply: Reply): Reply {
  const body = reply.body.toString();
  return {
    ...reply,
    body: `${body.slice(0, 40)}\ufffd\ufffd<html><head><title>502 Bad Gateway</title></head>${body.slice(-40)}`,
  };
}

/** The page was redesigned overnight: unknown element types and fields, still a valid answer. */
export function changeLayout(envelope: Envelope): Envelope {
  return { ...envelope, tasks: envelope.tasks?.map(changeTask) ?? null };
}

function changeTask(task: WireTask): WireTask {
  return { ...task, result: task.result?.map((row) => changeRow(readRow(row))) ?? null };
}

function readRow(row: unknown): Readonly<Record<string, unknown>> {
  return row instanceof WrittenRow ? row.toJSON() : (row as Readonly<Record<string, unknown>>);
}

function changeRow(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { items } = row;
  if (!Array.isArray(items)) return { ...row, sandbox_new_field: true };
  const changed = (items as readonly Readonly<Record<string, unknown>>[]).map((item) => ({
    ...item,
    sandbox_new_field: { text: 'never seen before' },
  }));
  const last = changed.at(-1) as Readonly<Record<string, unknown>> | undefined;
  const added = {
    type: 'sandbox_unknown_element',
    rank_group: 1,
    rank_absolute: Number(last?.['rank_absolute'] ?? 0) + 1,
    page: last?.['page'] ?? 1,
    position: 'left',
    xpath: null,
    rectangle: null,
    items: [{ type: 'sandbox_unknown_entry', text: 'never seen before' }],
  };
  const types = Array.isArray(row['item_types']) ? [...(row['item_types'] as readonly unknown[]), added.type] : row['item_types'];
  return { ...row, item_types: types, items_count: changed.length + 1, items: [...changed, added], sandbox_new_field: true };
}
