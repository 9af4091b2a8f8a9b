export const ORCHESTRATIONS = ['workflow', 'queue'] as const;
/** How begun work goes on: a living process takes it, or it waits on its queue for one. */
export type Orchestration = (typeof ORCHESTRATIONS)[number];

export function toOrchestration(hasWorker: boolean): Orchestration {
  return hasWorker ? 'workflow' : 'queue';
}
