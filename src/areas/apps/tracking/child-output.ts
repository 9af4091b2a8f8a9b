import type { WorkflowEnd } from '#workflows/define.ts';

/** What a child ended with; undefined: it failed, was terminated, drained or stopped by a budget. */
export function findOutput<Output extends object>(end: WorkflowEnd<Output> | undefined): Output | undefined {
  const { output } = end ?? {};
  return output === undefined || 'drained' in output || 'skipped' in output ? undefined : (output as Output);
}
