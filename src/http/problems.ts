import type { z } from 'zod';
import { invalid, type AppError, type FieldProblem } from '#kernel/errors.ts';

/**
 * From what zod found to what a caller reads: every wrong field with a sentence about it
 * (decisions, wire rule 2).
 */

export const TEXT_LENGTH_MAX = 100_000;
export const JSON_DEPTH_MAX = 64;
/** More problems than this help nobody and would make the answer larger than the request. */
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
  return error.issues.flatMap((issue) => unfold(issue)).map((issue) => toProblem(issue.path, issue.message, whole));
}

/** A union reports "no form matched"; the branch that came furthest says what is wrong with the field. */
function unfold(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
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

function toPathText(path: readonly PropertyKey[]): string {
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
 * than 100,000 characters (decisions, section 4), and halves of characters, which no store can keep.
 * Also bounds the depth, because what is nested without end cannot be written as JSON again.
 */
export function findTextProblems(value: unknown, whole: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { value: current, path, depth } = entry;
    if (typeof current === 'string') addTextProblem(problems, path || whole, current);
    if (typeof current !== 'object' || current === null) continue;
    if (depth >= JSON_DEPTH_MAX) return [{ path: path || whole, message: `must not be nested deeper than ${JSON_DEPTH_MAX} levels` }];
    for (const [key, inner] of Object.entries(current)) {
      if (key.includes('\0') || key.length > TEXT_LENGTH_MAX || !key.isWellFormed())
        problems.push({ path: path || whole, message: 'must not have such a field name' });
      if (typeof inner === 'string' || typeof inner === 'object') {
        const innerPath = Array.isArray(current) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
        open.push({ value: inner, path: shortenPath(innerPath), depth: depth + 1 });
      }
    }
  }
  return problems;
}

function addTextProblem(problems: FieldProblem[], path: string, text: string): void {
  if (text.length > TEXT_LENGTH_MAX) problems.push({ path, message: `must have at most ${TEXT_LENGTH_MAX} characters` });
  else if (text.includes('\0')) problems.push({ path, message: 'must not contain NUL characters' });
  else if (!text.isWellFormed()) problems.push({ path, message: 'must not contain halves of characters (lone surrogates)' });
}
