import { z } from 'zod';
import { invalid } from '#kernel/errors.ts';
import type { Change } from '#kernel/statistics/changes.ts';
import type { Interval, Rate, Share } from '#kernel/statistics/rates.ts';
import { idField } from '#http/fields.ts';
import {
  ANSWER_SURFACES,
  listSurfacesOf,
  SURFACE_KINDS,
  toSurfaceKind,
  UNREAD_SURFACES,
  type AnswerSurface,
  type SurfaceKind,
} from '#providers/search-data/index.ts';
import { VERDICTS, type JudgedChange } from '../rates/summarize.ts';

export const projectField = () => idField();
/** A surface whose answers are read. One that people ask for and that is not read is refused with its reason. */
export const Surface = z.enum(ANSWER_SURFACES, { error: ({ input }) => refuseSurface(input) }).meta({
  description:
    '`ai_mode`: AI Mode of the search engine; `chat_gpt`, `gemini`: the assistants as people see them. `chat_gpt_api`, `claude_api`, `gemini_api`, `perplexity_api`: models by their interface for programs, which is another thing (`surface_kind`). `GET /api/answers/surfaces` lists those that are unavailable, with the reason.',
});

/** What the product shows to people, or what a model says by its interface for programs. */
export const SurfaceKindField = z.enum(SURFACE_KINDS).meta({
  description:
    '`seen`: what the product shows to people; `asked`: what a model says by its interface for programs, without the product, by another search. No figure holds both.',
});

/** Which surfaces a request counts: one, or those of a kind. */
export const countedSurfaces = {
  surface: Surface.optional(),
  surface_kind: SurfaceKindField.optional(),
};

interface CountedQuery {
  readonly surface?: AnswerSurface | undefined;
  readonly surface_kind?: SurfaceKind | undefined;
}

/** One kind at a time, `seen` unless asked otherwise: what is asked for, and what the answer says of it. @throws AppError 400 when the surface is of the other kind */
export function toCountedSurfaces({ surface, surface_kind: wanted }: CountedQuery) {
  const kind = surface === undefined ? (wanted ?? 'seen') : toSurfaceKind(surface);
  if (wanted !== undefined && wanted !== kind) throw invalid([{ path: 'surface_kind', message: `must be ${kind}, as ${surface} is` }]);
  return { asked: { surfaces: surface === undefined ? listSurfacesOf(kind) : [surface] }, said: { surface_kind: kind } };
}

function refuseSurface(input: unknown): string {
  const unread = UNREAD_SURFACES.find(({ surface }) => surface === input);
  return unread === undefined
    ? `must be of ${ANSWER_SURFACES.join(', ')}`
    : `is unavailable: ${unread.reason} Read are ${ANSWER_SURFACES.join(', ')}.`;
}

/** Surfaces of which there is no figure, and why. */
export const UnavailableBody = z
  .object({ surface: z.enum(UNREAD_SURFACES.map(({ surface }) => surface)), status: z.literal('unavailable'), reason: z.string() })
  .meta({ id: 'UnavailableSurface' });

export function listUnavailable(): z.input<typeof UnavailableBody>[] {
  return UNREAD_SURFACES.map((unread) => ({ ...unread, status: 'unavailable' }));
}

const interval = {
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
};

/** Of whole answers. */
export const RateBody = z
  .object({ ...interval, n: z.int(), successes: z.int() })
  .meta({ id: 'AnswerRate', description: "A share of `n` answers with Wilson's interval of 95 %; null without answers." });
/** Of names or sites over answers that hold several. */
export const ShareBody = z.object({ ...interval, answers: z.int(), own: z.int(), all: z.int(), method: z.literal('ratio') }).meta({
  id: 'AnswerShare',
  description: 'A share over answers that hold several brands or sites; null with fewer than 20 answers that hold any.',
});
export const ChangeBody = z
  .object({
    difference: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    p: z.number().nullable(),
    pairs: z.int(),
    verdict: z.enum(VERDICTS),
  })
  .meta({
    id: 'AnswerChange',
    description:
      'Against as many weeks before, over prompts and surfaces that were answered in both (Mantel-Haenszel). `too_few`, `model_changed`, `detector_changed` and `prompts_changed` say why nothing can be judged.',
  });

const DIGITS = 10_000;

export function toRateBody(rate: Rate): z.input<typeof RateBody> {
  return { ...toInterval(rate), n: rate.n, successes: rate.successes };
}

export function toShareBody({ answers, own, all, ...share }: Share): z.input<typeof ShareBody> {
  return { ...toInterval(share), answers, own, all, method: 'ratio' };
}

export function toChangeBody({ change, verdict }: JudgedChange): z.input<typeof ChangeBody> {
  if (change === null) return { difference: null, low: null, high: null, p: null, pairs: 0, verdict };
  return { ...roundChange(change), pairs: change.pairs, verdict };
}

function roundChange({ difference, low, high, p }: Change) {
  return { difference: round(difference), low: round(low), high: round(high), p: round(p) };
}

function toInterval({ value, low, high }: Interval): Interval {
  return { value: value === null ? null : round(value), low: low === null ? null : round(low), high: high === null ? null : round(high) };
}

function round(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
