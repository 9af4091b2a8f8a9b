import type { ApiError } from './api-error.ts';

/** What the service said of the fields of a form. */
export interface Problems {
  /** What is wrong with a field, as a sentence. */
  readonly of: (field: string) => string | undefined;
  /** Whether everything that is wrong stands at one of these fields. */
  readonly areAllAt: (fields: readonly string[]) => boolean;
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Reads a refusal that names fields; of another error nothing is known by field. */
export function readProblems(error: ApiError | null): Problems {
  const all: readonly Problem[] = Array.isArray(error?.details) ? (error.details as Problem[]).filter(isProblem) : [];
  const nameOf = ({ path }: Problem): string => path.split(/[.[]/u)[0] ?? '';
  return {
    of: (field) => all.find((problem) => nameOf(problem) === field)?.message,
    areAllAt: (fields) => all.length > 0 && all.every((problem) => fields.includes(nameOf(problem))),
  };
}

function isProblem(value: unknown): value is Problem {
  const { path, message } = (value ?? {}) as Partial<Problem>;
  return typeof path === 'string' && typeof message === 'string';
}
