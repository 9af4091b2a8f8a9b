import type { Envelope, WireTask } from '../envelope.ts';

/**
 * A row of a result that is JSON already. A result page has a hundred elements of thirty fields: to make
 * objects of them, only to write them out, is most of what a delivery would cost.
 */
export class WrittenRow {
  readonly text: string;

  /** @param items elements, each of them JSON */
  constructor(fields: Readonly<Record<string, unknown>>, items: readonly string[]) {
    this.text = insert(JSON.stringify(fields), 'items', `[${items.join(',')}]`);
  }

  /** The parsed values, for code that reads single fields. */
  toJSON(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.text) as Readonly<Record<string, unknown>>;
  }
}

/** An answer as it is sent. */
export function writeEnvelope({ tasks, ...head }: Envelope): string {
  return insert(JSON.stringify(head), 'tasks', tasks === null ? 'null' : `[${tasks.map(writeTask).join(',')}]`);
}

function writeTask({ result, ...task }: WireTask): string {
  return insert(JSON.stringify(task), 'result', result === null ? 'null' : `[${result.map(writeRow).join(',')}]`);
}

function writeRow(row: unknown): string {
  return row instanceof WrittenRow ? row.text : JSON.stringify(row);
}

/** Adds a last field to an object that has some. */
function insert(object: string, name: string, value: string): string {
  return `${object.slice(0, -1)},"${name}":${value}}`;
}
