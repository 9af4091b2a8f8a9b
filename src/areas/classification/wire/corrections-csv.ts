import { z } from 'zod';
import { descriptionField, listField } from '#http/fields.ts';
import { describeIssue, toProblems } from '#http/input/problems.ts';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import type { PlacedOrder } from '../corrections/record-corrections.ts';
import { readCells } from '../corrections/read-cells.ts';
import { KINDS, type Kind } from '../similarity/example.ts';
import { ALL_DIMENSIONS, BATCH_MAX, CorrectionEntry, toCorrectionOrder } from './corrections.ts';

/** An address, its labels and a note fit well. */
const LINE_LENGTH_MAX = 10_000;

export const CorrectionsCsvBody = z.object({
  header: descriptionField(LINE_LENGTH_MAX).meta({ description: 'Names of the columns, parted by commas, semicolons or tabs.' }),
  lines: listField(descriptionField(LINE_LENGTH_MAX), { min: 1, max: BATCH_MAX }).meta({
    description: 'What stands below the header, a correction a line; empty lines are left out.',
  }),
  check: z.boolean().optional().meta({ description: 'Only names what is wrong; nothing is recorded.' }),
});

export const CorrectionsCsvResponse = z.object({
  success: z.boolean(),
  lines: z.int().meta({ description: 'Lines that hold a correction' }),
  recorded: z.int().meta({ description: 'All of them; with `check` none' }),
});

const SEPARATORS = [',', ';', '\t'] as const;
const LABELS: ReadonlySet<string> = new Set(ALL_DIMENSIONS.flatMap((dimension) => [dimension, `corrected_${dimension}`]));
/** What a spreadsheet calls a column, and the field that it is. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ...['entity_type', 'entity_id', 'is_correct', 'notes', ...KINDS, ...LABELS].map((name) => [name, name] as const),
  ['kind', 'entity_type'],
  ['item', 'entity_id'],
]);

interface Column {
  /** As the header has it. */
  readonly title: string;
  readonly field: string | undefined;
}

/**
 * Lines as corrections, those that cannot be one with what is wrong.
 * @throws AppError 400 for a header that names no correction
 */
export function readCorrectionsCsv({ header, lines }: Pick<z.output<typeof CorrectionsCsvBody>, 'header' | 'lines'>): PlacedOrder[] {
  const text = header.replace(/^\uFEFF/u, '');
  const separator = SEPARATORS.find((one) => readColumns(text, one).length > 1) ?? ',';
  const columns = readColumns(text, separator);
  const problems = findColumnProblems(columns);
  if (problems.length > 0) throw invalid(problems);
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = (field: string): string => (field === '' ? `lines[${at}]` : `lines[${at}].${toTitle(columns, field)}`);
    return [{ place, ...readLine(columns, readCells(line, separator)) }];
  });
}

/** The column that a field came from, as the header has it. */
function toTitle(columns: readonly Column[], field: string): string {
  const of = (isIt: (one: Column) => boolean): string | undefined => columns.find(isIt)?.title;
  return of((one) => one.field === field) ?? (field === 'entity_id' ? of((one) => KINDS.includes(one.field as Kind)) : undefined) ?? field;
}

function readColumns(header: string, separator: string): Column[] {
  const { cells } = readCells(header, separator);
  return cells.map((title) => ({ title, field: FIELDS.get(title.toLowerCase().replaceAll(/[\s-]+/gu, '_')) }));
}

function findColumnProblems(columns: readonly Column[]): FieldProblem[] {
  const wrong = (message: string): FieldProblem => ({ path: 'header', message });
  const fields = new Set(columns.map(({ field }) => field));
  const unknown = columns.filter(({ title, field }) => field === undefined && title !== '').map(({ title }) => title);
  const twice = columns.filter(({ field }, at) => field !== undefined && columns.findIndex((one) => one.field === field) < at);
  const named = KINDS.some((kind) => fields.has(kind));
  const says = ALL_DIMENSIONS.some((dimension) => fields.has(dimension) || fields.has(`corrected_${dimension}`));
  return [
    ...unknown.map((title) => wrong(`has the column "${toShown(title)}", which is none of a correction`)),
    ...twice.map(({ title }) => wrong(`has the column "${toShown(title)}" more than once`)),
    ...(named || (fields.has('entity_type') && fields.has('entity_id'))
      ? []
      : [wrong('must name what is corrected: entity_type and entity_id, or domain, url or keyword')]),
    ...(says || fields.has('is_correct') ? [] : [wrong('must have a column of a dimension, for example page_type, or is_correct')]),
  ];
}

const SHOWN_LENGTH_MAX = 60;

function toShown(title: string): string {
  return title.length > SHOWN_LENGTH_MAX ? `${title.slice(0, SHOWN_LENGTH_MAX)}...` : title;
}

type ReadLine = Pick<Extract<PlacedOrder, { order: unknown }>, 'order'> | Pick<Extract<PlacedOrder, { problems: unknown }>, 'problems'>;

function readLine(columns: readonly Column[], { cells, problem }: ReturnType<typeof readCells>): ReadLine {
  if (problem !== undefined) return { problems: [{ path: '', message: problem }] };
  if (cells.slice(columns.length).some((cell) => cell !== ''))
    return { problems: [{ path: '', message: `has ${cells.length} cells, and the header ${columns.length}` }] };
  const given = columns.flatMap(({ field }, at) => {
    const cell = cells[at] ?? '';
    return field === undefined || cell === '' ? [] : [[field, cell] as const];
  });
  const read = toEntry(new Map(given));
  if ('problems' in read) return read;
  const parsed = CorrectionEntry.safeParse(read.entry, { error: describeIssue });
  return parsed.success ? { order: toCorrectionOrder(parsed.data) } : { problems: toProblems(parsed.error, '') };
}

/** The fields of the request for one, from cells that are not empty. */
function toEntry(cells: ReadonlyMap<string, string>): Entry {
  const named = KINDS.filter((kind) => cells.has(kind));
  const problems: FieldProblem[] = [];
  const [kind] = named;
  if (named.length > 1) problems.push({ path: named[1] ?? '', message: `stands beside ${named[0]}: a line corrects one thing` });
  const type = cells.get('entity_type')?.toLowerCase() ?? kind;
  const id = cells.get('entity_id') ?? cells.get(kind ?? '');
  if (!KINDS.some((one) => one === type)) problems.push({ path: 'entity_type', message: `must be one of ${KINDS.join(', ')}` });
  if (id === undefined) problems.push({ path: 'entity_id', message: 'is required' });
  if (kind !== undefined && type !== kind) problems.push({ path: 'entity_type', message: `contradicts the column ${kind}` });
  const isCorrect = cells.get('is_correct')?.toLowerCase();
  if (isCorrect !== undefined && !SAID.has(isCorrect)) problems.push({ path: 'is_correct', message: 'must be true or false' });
  if (problems.length > 0) return { problems };
  const entry = {
    ...Object.fromEntries([...cells].filter(([field]) => !KINDS.includes(field as Kind))),
    entity_type: type,
    entity_id: id,
    ...(isCorrect !== undefined && { is_correct: isCorrect === 'true' }),
  };
  return { entry };
}

type Entry = { readonly entry: object } | { readonly problems: FieldProblem[] };

const SAID: ReadonlySet<string> = new Set(['true', 'false']);
