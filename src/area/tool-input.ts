import type { FieldProblem } from '#kernel/errors.ts';
import { invalid } from '#kernel/errors.ts';
import { ToolRefusal } from './assistant-tool.ts';

/** The refusal of arguments that are wrong, as the service answers a wrong request. */
export function toInvalidInput(problems: readonly FieldProblem[]): ToolRefusal {
  const { error, message, details } = invalid(problems);
  return new ToolRefusal(400, { error, message, details });
}
