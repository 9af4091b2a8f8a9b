import type { z } from 'zod';
import type { FieldProblem } from '#kernel/errors.ts';
import { isForms, isRaw, type Endpoint } from '../endpoint.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';
import { toPathText } from './problems.ts';
import { listProperties } from '../answers/select-fields.ts';

const DRY_RUN = 'dry_run';
const CANNOT_RUN_DRY = 'cannot be taken here: this endpoint has no dry run, and nothing was done';
/** Longer lists of known names help less than the document. */
const NAMES_SHOWN = 20;
/** No field of ours has a longer name, and measuring long ones takes long. */
const NAME_LENGTH_MAX = 40;
/** So many unknown fields get the nearest known one; the rest are named alone. */
const NEAREST_MAX = 100;

/** Names that callers use for one another; those of one line mean the same. */
const SAME_MEANING = [
  ['target', 'targets', 'domain', 'domains', 'host', 'site', 'website', 'url'],
  ['keyword', 'keywords', 'keyword_text', 'query', 'term'],
  ['location_code', 'location', 'country', 'storefront'],
  ['language_code', 'language', 'locale'],
  ['dry_run', 'dry', 'simulate', 'estimate_only'],
  ['platform', 'store'],
  ['max', 'limit', 'count'],
].map((names) => names.map(squash));

type Fields = Readonly<Record<string, unknown>>;

/**
 * Prepares the search for fields that an endpoint does not know, where ignoring one would spend money or grant more
 * than was meant: in bodies of endpoints that take `dry_run`, or whose fields restrict. Elsewhere unknown fields are
 * ignored, but for `dry_run` itself: who sends it wants nothing done.
 */
export function makeFindUnknown(endpoint: Endpoint<never>): (raw: { readonly body: unknown; readonly query: unknown }) => FieldProblem[] {
  const hasRawBody = endpoint.body !== undefined && isRaw(endpoint.body);
  let known: Known | undefined;
  return ({ body: sent, query }) => {
    const body = isFields(sent) && !hasRawBody ? sent : undefined;
    if (body === undefined && !asksForDryRun(query)) return [];
    known ??= readKnown(endpoint);
    const isRefused = (asksForDryRun(query) && !takesDryRun(known.query)) || (asksForDryRun(body) && !takesDryRun(known.body));
    const refused = isRefused ? [{ path: DRY_RUN, message: CANNOT_RUN_DRY }] : [];
    if (!known.isStrict || body === undefined) return refused;
    const unknown = findUnknown(body, known.body?.names ?? []);
    return [...refused, ...unknown.filter(({ path }) => path !== DRY_RUN)];
  };
}

/** A problem for each field of a body that is not among the known ones. */
export function findUnknown(body: Fields, known: readonly string[]): FieldProblem[] {
  const names = new Set(known);
  const unknown = Object.keys(body).filter((name) => !names.has(name));
  return unknown.map((name, at) => ({
    // A field without a name has a path all the same.
    path: name === '' ? '""' : toPathText([name]),
    message: describe(at < NEAREST_MAX ? findNearest(name, known) : undefined, known),
  }));
}

/** The fields that a schema of a body names, in all of its forms. */
export function listFields(schema: z.ZodType): string[] {
  const document = toJsonSchema(schema, 'input');
  return [...new Set(listProperties(document, document).map(([name]) => name))];
}

interface Part {
  readonly names: readonly string[];
  /** Whether fields of any name are read: the handler says which it knows. */
  readonly isOpen: boolean;
}

interface Known {
  readonly body: Part | undefined;
  readonly query: Part | undefined;
  /** Whether every unknown field of the body is refused. */
  readonly isStrict: boolean;
}

function readKnown({ body, query, refusesUnknown }: Endpoint<never>): Known {
  const schemas = body === undefined || isRaw(body) ? [] : isForms(body) ? Object.values(body.forms) : [body];
  const inBody = schemas.length === 0 ? undefined : toPart(schemas);
  const isStrict = inBody !== undefined && !inBody.isOpen && (refusesUnknown === true || inBody.names.includes(DRY_RUN));
  return { body: inBody, query: query && toPart([query]), isStrict };
}

function toPart(schemas: readonly z.ZodType[]): Part {
  const isOpen = schemas.some((schema) => isOpenSchema(toJsonSchema(schema, 'input')));
  return { names: [...new Set(schemas.flatMap(listFields))], isOpen };
}

function isOpenSchema({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties !== undefined;
}

function asksForDryRun(given: unknown): boolean {
  if (!isFields(given) || !Object.hasOwn(given, DRY_RUN)) return false;
  const value = given[DRY_RUN];
  return value !== false && value !== 'false' && value !== null && value !== undefined;
}

function takesDryRun(part: Part | undefined): boolean {
  return part?.names.includes(DRY_RUN) === true;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(nearest: string | undefined, known: readonly string[]): string {
  if (nearest !== undefined) return `is not a field of this request; the nearest is ${nearest}`;
  const shown = known.length > NAMES_SHOWN ? [...known.slice(0, NAMES_SHOWN), '... (the document has them all)'] : known;
  return `is not a field of this request, which has ${shown.join(', ')}`;
}

/** The known name that was most likely meant, if one is near enough. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  const meant = squash(name);
  const spelled = known.find((other) => squash(other) === meant);
  if (spelled !== undefined) return spelled;
  const same = SAME_MEANING.find((names) => names.includes(meant)) ?? [];
  const [closest] = known
    .map((other) => ({ other, distance: measureDistance(meant, squash(other)) }))
    .filter(({ other, distance }) => distance <= Math.max(1, Math.floor(Math.min(meant.length, squash(other).length) / 3)))
    .toSorted((one, two) => one.distance - two.distance);
  return closest?.other ?? known.find((other) => same.includes(squash(other)));
}

/** A name without what spellings differ in: case, signs between words, a plural. */
function squash(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '')
    .replace(/s$/u, '');
}

/** Letters to add, take away or change (Levenshtein). */
function measureDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_none, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const change = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      line.push(Math.min(change, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
