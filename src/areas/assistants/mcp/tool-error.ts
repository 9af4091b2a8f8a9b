import type { ToolRefusal } from '#area/assistant-tool.ts';

/** What a model can act on. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retry_after_s?: number;
  readonly hint?: string;
  readonly details?: unknown;
  readonly request_id?: string;
}

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_arguments',
  401: 'unauthorized',
  402: 'budget_exceeded',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'rate_limited',
};
const HINTS: Readonly<Record<number, string>> = {
  400: 'Correct the named arguments and call again.',
  403: 'The key may not do this: ask the person for another key, or do without.',
  404: 'Take ids from find or list_projects.',
  429: 'Wait, then call again.',
};
const DETAILS_MAX = 20;

/** The service's own words, without anything that it does not say to callers. */
export function toToolError({ status, body, message, retryAfterSeconds }: ToolRefusal): ToolError {
  const details = Array.isArray(body?.details) ? body.details.slice(0, DETAILS_MAX) : undefined;
  const hint: string | undefined = body?.hint ?? HINTS[status];
  return {
    code: body?.code ?? CODES[status] ?? (status >= 500 ? 'unavailable' : 'refused'),
    message,
    retryable: status === 429 || status >= 500,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_s: retryAfterSeconds }),
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
    ...(body?.request_id === undefined ? {} : { request_id: body.request_id }),
  };
}
