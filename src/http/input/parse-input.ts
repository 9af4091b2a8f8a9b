import { z } from 'zod';
import type { FieldProblem } from '#kernel/errors.ts';
import type { Caller } from '../caller.ts';
import { requiredRight } from '../callers/access.ts';
import { requireRight } from '../rights.ts';
import { makeParseForm, type WriteCsv } from '../answers/csv-form.ts';
import { isForms, isRaw, type BodyForms, type Endpoint, type RawBody } from '../endpoint.ts';
import { makeFindUnknown } from './known-fields.ts';
import { describeIssue, findTextProblems, toInvalid, toProblems } from './problems.ts';
import { makeParseFields, type Select } from '../answers/select-fields.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
  /** The header `Accept`. */
  readonly accept: string | undefined;
  /** Now, in the observed world. */
  readonly now: Date;
}

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** What the answer is to be cut down to. */
  readonly select: Select | undefined;
  /** Unless the answer is to be JSON. */
  readonly writeCsv: WriteCsv | undefined;
}

type PartName = 'params' | 'query' | 'body';
type ParsePart = (raw: unknown, problems: FieldProblem[]) => unknown;
type ParseBody = (raw: unknown, problems: FieldProblem[], caller: Caller) => unknown;

/**
 * Prepares the reading of one endpoint's requests.
 * @returns a function that throws the 400 naming every wrong field of path, query and body at once, or 403 for CSV that the caller may not take
 */
export function makeParseInput(endpoint: Endpoint<never>): (raw: RawInput) => ParsedInput {
  const parseParams = makeParsePart('params', endpoint.params);
  const parseQuery = makeParsePart('query', endpoint.query);
  const parseBody = makeParseBody(endpoint.body);
  const parseFields = makeParseFields(endpoint);
  const parseForm = makeParseForm(endpoint);
  const findUnknown = makeFindUnknown(endpoint);
  const needsRight = requiredRight(endpoint) !== null;
  return (raw) => {
    const problems: FieldProblem[] = [];
    const input = {
      params: parseParams(raw.params, problems),
      query: parseQuery(raw.query, problems),
      body: parseBody(raw.body, problems, raw.caller),
      select: parseFields(raw.query, problems),
      writeCsv: parseForm(raw, problems),
    };
    problems.push(...findUnknown(raw));
    if (problems.length > 0) throw toInvalid(problems);
    if (input.writeCsv !== undefined && needsRight) requireRight(raw.caller, 'export');
    return input;
  };
}

function makeParsePart(name: PartName, schema: z.ZodType | undefined): ParsePart {
  return (raw, problems) => {
    const textProblems = findTextProblems(raw, name);
    if (textProblems.length > 0) return void problems.push(...textProblems);
    if (!schema) return undefined;
    const parsed = schema.safeParse(raw, PARSE_OPTIONS);
    if (parsed.success) return parsed.data;
    problems.push(...toProblems(parsed.error, name));
    return undefined;
  };
}

const PARSE_OPTIONS = { error: describeIssue } as const;

function makeParseBody(body: z.ZodType | BodyForms | RawBody | undefined): ParseBody {
  if (body === undefined) return makeParsePart('body', undefined);
  if (isRaw(body)) return (raw) => raw ?? NO_BYTES;
  // A body left out is an empty one, so that the answer names the missing fields.
  if (!isForms(body)) {
    const parse = makeParsePart('body', body);
    return (raw, problems) => parse(raw === undefined ? {} : raw, problems);
  }
  const parsers = new Map(Object.entries(body.forms).map(([name, schema]) => [name, makeParsePart('body', schema)]));
  return (raw = {}, problems, caller) => {
    const parse = isContainer(raw) ? parsers.get(body.choose(raw, caller)) : parseObject;
    if (!parse) throw new TypeError('a body form was chosen that does not exist');
    return parse(raw, problems);
  };
}

const parseObject = makeParsePart('body', z.looseObject({}));

function isContainer(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null;
}

const NO_BYTES = Buffer.alloc(0);
