import type { z } from 'zod';
import type { RequestContext } from '#context';

export type RawPayload = Readonly<Record<string, unknown>>;

/** A workflow's start by hand: `POST /api/admin/workflow/{type}`. */
export interface WorkflowTrigger {
  /** The fields, for the document. */
  readonly fields: string;
  /**
   * Makes the schema of a payload. One that depends on a value of the payload is made for the raw one, so
   * that every wrong field is named at once.
   */
  readonly makePayload: (raw: RawPayload) => z.ZodType<RawPayload>;
  /**
   * What only stored data says of a payload of the right shape.
   * @throws AppError 400 or 404
   */
  readonly check?: (ctx: RequestContext, payload: RawPayload) => Promise<void>;
  /** What a run would cost at most, in USD; `runs dry`: the workflow takes `dry_run` and gives its estimate as output. */
  readonly estimate:
    | 'runs dry'
    | ((ctx: RequestContext, payload: RawPayload) => Promise<{ readonly calls: number; readonly costUsd: number }>);
}

/** Fields of which one is needed: the first is required when none is given, and all that are given are checked. */
export function chooseFields(raw: RawPayload, fields: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, z.ZodType>> {
  const given = Object.entries(fields).filter(([name]) => raw[name] !== undefined);
  return Object.fromEntries(given.length === 0 ? Object.entries(fields).slice(0, 1) : given);
}
