import type { ApiError } from '#data/answers/api-error.ts';

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** What the service said is wrong with the fields of a rule. */
export interface RuleProblems {
  /** Of a field such as `when.n`, as a sentence. */
  readonly of: (path: string) => string | undefined;
  /** Those that stand at no field of the sentence. */
  readonly others: (paths: readonly string[]) => readonly string[];
}

const BAD = 400;

/** Reads refusals: of the preview, which names fields below `rule.`, and of saving. */
export function readRuleProblems(...errors: readonly (ApiError | null)[]): RuleProblems {
  const all = errors.flatMap((error) => listProblems(error));
  return {
    of: (path) => all.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.message,
    others: (paths) => [
      ...new Set(
        all
          .filter((one) => !paths.some((path) => one.path === path || one.path.startsWith(`${path}.`)))
          .map(({ path, message }) => (path === '' ? message : `${path} ${message}`)),
      ),
    ],
  };
}

function listProblems(error: ApiError | null): readonly Problem[] {
  if (error?.status !== BAD || !Array.isArray(error.details)) return [];
  return (error.details as readonly Partial<Problem>[]).flatMap(({ path, message }) =>
    typeof path === 'string' && typeof message === 'string' ? [{ path: path.replace(/^rule\./u, '').replace(/^rule$/u, ''), message }] : [],
  );
}

/** Whether the service refused for what was typed, and not for want of anything else. */
export function isOfFields(error: ApiError | null): boolean {
  return listProblems(error).length > 0;
}
