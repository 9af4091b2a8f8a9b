import { z } from 'zod';
import { SURFACE_IDS, type SurfaceId } from './personas.ts';

const POINTS_MAX = 90;
const DRIFT_MAX = 5;

const surface = z.enum(SURFACE_IDS).optional();
const date = z.iso.date().optional();

/** What `POST /_sandbox/assistants` takes. Without a surface it is for all of them, without a date from the world's date on. */
export const AssistantsBody = z.strictObject({
  surface,
  model: z.string().min(1).max(80).optional(),
  /** 0: nothing moves from day to day; 1 as at the start. */
  drift: z.number().min(0).max(DRIFT_MAX).optional(),
  refusal_rate: z.number().min(0).max(1).nullable().optional(),
  shift: z
    .strictObject({
      domain: z.string().min(1),
      points: z.number().min(-POINTS_MAX).max(POINTS_MAX),
      of: z.enum(['named', 'cited']).default('named'),
    })
    .optional(),
  from: date,
  until: date,
});

/** A span of days since 1970, without its last one. */
interface Span {
  readonly surface: SurfaceId | undefined;
  readonly from: number;
  readonly until: number;
}

export interface Shift extends Span {
  readonly domain: string;
  readonly points: number;
  readonly of: 'named' | 'cited';
}

export interface ModelChange extends Span {
  readonly model: string;
}

export interface RefusalChange extends Span {
  /** Null: as the persona has it. */
  readonly rate: number | null;
}

/** How the assistants differ from those of the start. Never changed, only replaced: an answer keeps those it was drawn under. */
export interface Settings {
  readonly drift: number;
  readonly shifts: readonly Shift[];
  readonly models: readonly ModelChange[];
  readonly refusals: readonly RefusalChange[];
}

export const SETTINGS_AT_START: Settings = { drift: 1, shifts: [], models: [], refusals: [] };

export function holds(span: Span, surfaceId: SurfaceId, day: number): boolean {
  return (span.surface === undefined || span.surface === surfaceId) && day >= span.from && day < span.until;
}

/** Points that a site has been shifted by, as a share. */
export function shiftOf({ shifts }: Settings, of: Shift['of'], { domain, surfaceId, day }: ShiftedThing): number {
  return shifts.reduce(
    (sum, shift) => (shift.of === of && shift.domain === domain && holds(shift, surfaceId, day) ? sum + shift.points / 100 : sum),
    0,
  );
}

interface ShiftedThing {
  readonly domain: string;
  readonly surfaceId: SurfaceId;
  readonly day: number;
}

/** The last change wins. */
export function modelOf({ models }: Settings, surfaceId: SurfaceId, day: number): string | undefined {
  return models.findLast((change) => holds(change, surfaceId, day))?.model;
}

export function refusalOf({ refusals }: Settings, surfaceId: SurfaceId, day: number): number | null {
  return refusals.findLast((change) => holds(change, surfaceId, day))?.rate ?? null;
}
