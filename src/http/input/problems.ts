import type { z } from 'zod';
import { invalid, type AppError, type FieldProblem } from '#kernel/errors.ts';

/**
 * From what zod found to what a caller reads: every wrong field with a sentence about it
 * (docs/spec-gaps.md, wire rule 2).
 */

export const TEXT_LENGTH_MAX = 100_000;
/** More problems than this do not help the caller and would make the answer larger than the request. */
const PROBLEMS_MAX = 2000;
/** Field names are the sender's own and can be as long as a body. */
const PATH_LENGTH_MAX = 200;

/** Handed to every parse: the sentence for an issue whose schema brought none of its own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : `must be ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `must be ${listValues(issue.values)}`;
    case 'too_small':
      return describeSize(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return describeSize(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must be a valid ${FORMAT_NAMES[issue.format] ?? issue.format}`;
    case 'invalid_union':
    case 'custom':
      return issue.input === undefined ? REQUIRED : 'is not valid';
    default:
      return undefined;
  }
}

/** Marks a missing field until its whole path is known: issues learn their path on the way up. */
const REQUIRED = 'is required';
/** A sentence is to be read: of longer lists it shows the beginning. */
const VALUES_SHOWN = 12;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  undefined: 'left out',
  null: 'null',
};
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  url: 'address',
  email: 'e-mail address',
  regex: 'text',
  datetime: 'time',
  date: 'date',
};

function listValues(values: readonly unknown[]): string {
  if (values.length === 1) return String(values[0]);
  const shown = values.length > VALUES_SHOWN ? [...values.slice(0, VALUES_SHOWN - 1), '... (the document has them all)'] : values;
  return `one of ${shown.map(String).join(', ')}`;
}

function describeSize(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>,
  bound: number | bigint,
  comparison: string,
): string {
  if (issue.origin === 'string' && issue.input === '') return REQUIRED;
  if (issue.origin === 'string') return `must have ${comparison} ${bound} characters`;
  if (issue.origin === 'array' || issue.origin === 'set') return `must have ${comparison} ${bound} entries`;
  return `must be ${comparison} ${bound}`;
}

/** The problems of one part of a request. `whole` names the part when the problem is the part itself. */
export function toProblems(error: z.ZodError, whole: string): FieldProblem[] {
  const issues = error.issues.slice(0, PROBLEMS_MAX).flatMap((issue) => unfold(issue));
  return issues.map((issue) => toProblem(issue.path, issue.message, whole));
}

/** A union reports "no form matched"; the branch that came furthest says what is wrong with the field. */
function unfold(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === 'unrecognized_keys')
    // A field without a name has a path all the same.
    return issue.keys.map((key) => ({ path: [...issue.path, key === '' ? '""' : key], message: 'is not a field of this request' }));
  if (issue.code !== 'invalid_union' || issue.message !== 'is not valid' || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(unfold));
  const deepest = branches.find((branch) => branch.some((inner) => inner.path.length > 0));
  if (deepest) return deepest.map((inner) => ({ path: [...issue.path, ...inner.path], message: inner.message }));
  const messages = [...new Set(branches.flat().map((inner) => inner.message))];
  return [{ path: issue.path, message: messages.join(' or ') }];
}

function toProblem(path: readonly PropertyKey[], message: string, whole: string): FieldProblem {
  const name = path.length === 0 ? whole : toPathText(path);
  return { path: name, message: message === REQUIRED ? `${name} ${REQUIRED}` : message };
}

/** How a path in a request is written. @example toPathText(['keywords', 0, 'device']) // keywords[0].device */
export function toPathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
  return shortenPath(text);
}

function shortenPath(path: string): string {
  return path.length <= PATH_LENGTH_MAX ? path : `${path.slice(0, PATH_LENGTH_MAX)}...`;
}

/** The 400 that names every problem. */
export function toInvalid(problems: readonly FieldProblem[]): AppError {
  return invalid(problems.slice(0, PROBLEMS_MAX));
}

/**
 * Texts that no field may hold, wherever they stand, named fields or not: NUL characters and more
 * than 100,000 characters, and halves of characters, which no store can keep.
 * Bodies come here measured (`json-body.ts`), so that this walk ends soon and does not go deep.
 */
export function findTextProblems(value: unknown, whole: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const path: PropertyKey[] = [];
  const nameOf = (): string => (path.length === 0 ? whole : toPathText(path));
  const look = (current: unknown): void => {
    if (problems.length >= PROBLEMS_MAX) return;
    const problem = typeof current === 'string' ? findTextProblem(current) : undefined;
    if (problem !== undefined) problems.push({ path: nameOf(), message: problem });
    if (typeof current !== 'object' || current === null) return;
    for (const key of Object.keys(current)) {
      if (findTextProblem(key) !== undefined) problems.push({ path: nameOf(), message: 'must not have such a field name' });
      path.push(Array.isArray(current) ? Number(key) : key);
      look((current as Readonly<Record<string, unknown>>)[key]);
      path.pop();
    }
  };
  look(value);
  return problems;
}

function findTextProblem(text: string): string | undefined {
  if (text.length > TEXT_LENGTH_MAX) return `must have at most ${TEXT_LENGTH_MAX} characters`;
  if (text.includes('\0')) return 'must not contain NUL characters';
  return text.isWellFormed() ? undefined : 'must not contain halves of characters (lone surrogates)';
}
