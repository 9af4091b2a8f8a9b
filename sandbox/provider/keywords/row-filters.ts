type Row = Readonly<Record<string, unknown>>;
interface Order {
  /** What rows are ordered by. */
  keysOf(row: Row): readonly unknown[];
  compare(left: readonly unknown[], right: readonly unknown[]): number;
}
type Test = (row: Row) => boolean;

const OPERATORS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  '<>': (value, wanted) => value !== wanted,
  '<': (value, wanted) => isOrdered(value, wanted) && compareValues(value, wanted) < 0,
  '<=': (value, wanted) => isOrdered(value, wanted) && compareValues(value, wanted) <= 0,
  '>': (value, wanted) => isOrdered(value, wanted) && compareValues(value, wanted) > 0,
  '>=': (value, wanted) => isOrdered(value, wanted) && compareValues(value, wanted) >= 0,
  in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  not_in: (value, wanted) => Array.isArray(wanted) && !wanted.includes(value),
  like: (value, wanted) => typeof value === 'string' && toPattern(wanted).test(value),
  not_like: (value, wanted) => typeof value === 'string' && !toPattern(wanted).test(value),
};
const texts = new Intl.Collator('en');
const CONDITIONS_MAX = 8;
const ORDERS_MAX = 3;

/**
 * The vendor's filters: `[field, operator, value]`, or such conditions with `"and"` or `"or"` between
 * them.
 * @returns undefined for what the vendor would not understand
 */
export function toFilter(filters: unknown): Test | undefined {
  if (filters === undefined || filters === null) return () => true;
  if (!Array.isArray(filters) || filters.length === 0 || filters.length > 2 * CONDITIONS_MAX) return undefined;
  if (typeof filters[0] === 'string') return toCondition(filters);
  const tests = filters.filter((_part, at) => at % 2 === 0).map(toFilter);
  const joints = filters.filter((_part, at) => at % 2 === 1);
  if (tests.includes(undefined) || new Set(joints).size > 1 || joints.some((joint) => joint !== 'and' && joint !== 'or')) return undefined;
  return joints[0] === 'or' ? (row) => tests.some((test) => test?.(row)) : (row) => tests.every((test) => test?.(row));
}

/** Which rows a task asks for, and in which order. */
export interface Selection {
  readonly test: Test;
  readonly order: Order;
  /** Neither filtered nor ordered. */
  readonly isPlain: boolean;
}

/** The `filters` and `order_by` of a task, or the name of the one that makes no sense. */
export function readSelection({ filters, order_by: rules }: Row): Selection | { readonly badField: string } {
  const [test, order] = [toFilter(filters), toOrder(rules)];
  if (test === undefined) return { badField: 'filters' };
  if (order === undefined) return { badField: 'order_by' };
  return { test, order, isPlain: (filters ?? undefined) === undefined && (rules ?? undefined) === undefined };
}

/** What was selected, in its order. @param toRow gives what is tested and compared; it is not called without a filter or an order */
export function select<Entry>(
  entries: readonly Entry[],
  toRow: (entry: Entry) => Row,
  { test, order, isPlain }: Selection,
): readonly Entry[] {
  if (isPlain) return entries;
  return entries
    .flatMap((entry) => {
      const row = toRow(entry);
      return test(row) ? [{ entry, keys: order.keysOf(row) }] : [];
    })
    .toSorted((left, right) => order.compare(left.keys, right.keys))
    .map(({ entry }) => entry);
}

/** A page of what was selected, and how many there are. Rows cost: without a filter or an order only those of the page are made. */
export function cutPage<Entry>(
  entries: readonly Entry[],
  toRow: (entry: Entry) => Row,
  { offset, limit, ...selection }: Selection & { readonly offset: number; readonly limit: number },
): { readonly rows: Row[]; readonly total: number } {
  if (selection.isPlain) return { rows: entries.slice(offset, offset + limit).map(toRow), total: entries.length };
  const rows = select(entries.map(toRow), (row) => row, selection);
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

/** `["rank,desc", "domain,asc"]`; undefined for what the vendor would not understand. */
function toOrder(rules: unknown): Order | undefined {
  if (rules === undefined || rules === null) return { keysOf: () => [], compare: () => 0 };
  if (!Array.isArray(rules) || rules.length > ORDERS_MAX) return undefined;
  const parsed = rules.map((rule: unknown) => /^([\w.]+),(asc|desc)$/u.exec(String(rule)));
  if (parsed.includes(null)) return undefined;
  const fields = parsed.map((match) => match?.[1] ?? '');
  const signs = parsed.map((match) => (match?.[2] === 'desc' ? -1 : 1));
  return {
    keysOf: (row) => fields.map((field) => read(row, field)),
    compare(left, right) {
      for (const [at, sign] of signs.entries()) {
        const difference = compareValues(left[at], right[at]);
        if (difference !== 0) return sign * difference;
      }
      return 0;
    },
  };
}

function toCondition([field, operator, value]: readonly unknown[]): Test | undefined {
  const test = Object.hasOwn(OPERATORS, String(operator)) ? OPERATORS[String(operator)] : undefined;
  return test && typeof field === 'string' ? (row) => test(read(row, field), value) : undefined;
}

/** `serp_item.rank_absolute` reads into the row. */
function read(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

function isOrdered(value: unknown, wanted: unknown): boolean {
  return typeof value === typeof wanted && (typeof value === 'number' || typeof value === 'string');
}

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return texts.compare(String(left), String(right));
}

/** `%` matches any text. */
function toPattern(wanted: unknown): RegExp {
  const parts = String(wanted)
    .split('%')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'iu');
}
