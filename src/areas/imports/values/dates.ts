/** Days as other programs write them. */

export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;
const PACKED = /^(\d{4})(\d{2})(\d{2})$/u;
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/u;
const NAMED_FIRST = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/u;
const NAMED_SECOND = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4})$/u;
const FIRST_YEAR = 1998;

/** The order of day and month in the dates of a file. */
export type OrderFound =
  | { readonly order: DateOrder; readonly why: string }
  /** Each of them can be read in two ways. */
  | { readonly order: null; readonly example: string }
  /** One can only be read day first, another only month first. */
  | { readonly order: 'both'; readonly example: string };

/** Finds the order of day and month in the texts that it is shown. */
export function makeOrderFinder(): { see(text: string): void; found(): OrderFound } {
  let open: string | undefined;
  const proofs: Partial<Record<'dmy' | 'mdy', string>> = {};
  return {
    see: (text) => {
      const [, first, second] = NUMBERS.exec(text.trim()) ?? [];
      if (first === undefined || second === undefined) return;
      if (Number(first) > 12) proofs.dmy ??= text.trim();
      else if (Number(second) > 12) proofs.mdy ??= text.trim();
      else if (first !== second) open ??= text.trim();
    },
    found: () => {
      if (proofs.dmy !== undefined && proofs.mdy !== undefined) return { order: 'both', example: `${proofs.dmy} and ${proofs.mdy}` };
      if (proofs.dmy !== undefined) return { order: 'dmy', why: `${proofs.dmy} has the day first` };
      if (proofs.mdy !== undefined) return { order: 'mdy', why: `${proofs.mdy} has the month first` };
      if (open !== undefined) return { order: null, example: open };
      return { order: 'ymd', why: 'the dates can be read in one way only' };
    },
  };
}

type ReadDay = { readonly day: string } | { readonly problem: string };

/** A file has the same days again and again. */
const known: Readonly<Record<DateOrder | 'none', Map<string, ReadDay>>> = {
  dmy: new Map(),
  mdy: new Map(),
  ymd: new Map(),
  none: new Map(),
};
const KNOWN_MAX = 5_000;
const KNOWN_LENGTH_MAX = 40;

/** The day as `YYYY-MM-DD`, or why there is none. @param order needed where day and month are numbers before the year */
export function readDay(text: string, order: DateOrder | undefined): ReadDay {
  const days = known[order ?? 'none'];
  const found = days.get(text);
  if (found !== undefined) return found;
  const read = readOneDay(text, order);
  if (days.size >= KNOWN_MAX) days.clear();
  if (text.length <= KNOWN_LENGTH_MAX) days.set(text, read);
  return read;
}

function readOneDay(text: string, order: DateOrder | undefined): ReadDay {
  const trimmed = text.trim();
  const parts = splitDay(trimmed, order);
  if (parts === undefined) return { problem: `"${trimmed.slice(0, 40)}" is no date` };
  if (parts === 'ambiguous') return { problem: `"${trimmed}" can be read as two days` };
  const [year, month, day] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return { problem: `"${trimmed}" is no day of the calendar` };
  if (year < FIRST_YEAR) return { problem: `"${trimmed}" lies before ${FIRST_YEAR}` };
  return { day: date.toISOString().slice(0, 10) };
}

/** Whether the text is a date of some form, for the finding of columns. */
export function looksLikeDay(text: string): boolean {
  const parts = splitDay(text.trim(), undefined);
  return parts !== undefined;
}

type Parts = readonly [year: number, month: number, day: number];

function splitDay(text: string, order: DateOrder | undefined): Parts | 'ambiguous' | undefined {
  const yearFirst = ISO.exec(text) ?? PACKED.exec(text);
  if (yearFirst !== null) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])];
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) return orderNumbers(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]), order);
  const named = NAMED_FIRST.exec(text);
  if (named !== null) return withMonth(named[1], Number(named[2]), Number(named[3]));
  const second = NAMED_SECOND.exec(text);
  return second === null ? undefined : withMonth(second[2], Number(second[1]), Number(second[3]));
}

function orderNumbers(first: number, second: number, year: number, order: DateOrder | undefined): Parts | 'ambiguous' {
  if (order === 'dmy') return [year, second, first];
  if (order === 'mdy') return [year, first, second];
  if (first === second || second > 12) return [year, first, second];
  return first > 12 ? [year, second, first] : 'ambiguous';
}

function withMonth(name: string | undefined, day: number, year: number): Parts | undefined {
  const month = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase());
  return month === -1 ? undefined : [year, month + 1, day];
}

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function toDayIn(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
}
