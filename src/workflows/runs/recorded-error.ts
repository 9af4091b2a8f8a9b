import { AppError, BudgetExceededError, ERROR_STATUS, OutsideError, type ErrorCode, type OutsideFailure } from '#kernel/errors.ts';

type Fields = Error & Record<string, unknown>;

/**
 * The form of an error that can be recorded: name, message, stack and plain fields. Our own classes
 * stay what they are; of others the name and `code` are kept, because a library may hang anything
 * onto its errors. What a step throws has this form from the first try on, so that a workflow sees
 * the same before and after a crash.
 */
export function toRecordable(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const fields = thrown as Fields;
  const recordable = toOurs(fields) ?? toBare(fields);
  if (thrown.stack) recordable.stack = thrown.stack;
  return recordable;
}

/** Gives a recorded error its class back: it is read as a bare `Error` with a name and fields. */
export function reviveError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || isOurs(thrown)) return thrown;
  const revived = toOurs(thrown as Fields);
  if (revived && thrown.stack) revived.stack = thrown.stack;
  return revived ?? thrown;
}

function isOurs(error: Error): boolean {
  return error instanceof AppError || error instanceof OutsideError || error instanceof BudgetExceededError;
}

function toOurs(fields: Fields): Error | undefined {
  switch (fields.name) {
    case 'AppError':
      return toAppError(fields);
    case 'OutsideError':
      return toOutsideError(fields);
    case 'BudgetExceededError':
      return new BudgetExceededError(String(fields.budget), fields.message, toText(fields.scope));
    default:
      return undefined;
  }
}

function toAppError(fields: Fields): AppError | undefined {
  if (typeof fields.code !== 'string' || !Object.hasOwn(ERROR_STATUS, fields.code)) return undefined;
  return new AppError(fields.code as ErrorCode, String(fields.error), {
    message: fields.message,
    details: toPlain(fields.details),
    hint: toText(fields.hint),
    retryAfterMs: toNumber(fields.retryAfterMs),
  });
}

function toOutsideError(fields: Fields): OutsideError {
  return new OutsideError({
    service: String(fields.service),
    kind: fields.kind as OutsideFailure,
    message: fields.message,
    code: toNumber(fields.code),
    retryAfterMs: toNumber(fields.retryAfterMs),
    retryable: fields.retryable === true,
    hint: toText(fields.hint),
  });
}

function toBare(fields: Fields): Error {
  const bare = new Error(fields.message);
  bare.name = fields.name;
  const { code } = fields;
  return typeof code === 'string' || typeof code === 'number' ? Object.assign(bare, { code }) : bare;
}

function toPlain(value: unknown): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
