import type { Confirmation, Enrichment, ResearchRun } from '../runs/research-run.ts';

/** What a harvest needs of its run. */
export interface HarvestOrder extends Pick<ResearchRun, 'id' | 'projectId' | 'organizationId' | 'host'> {
  readonly enrichment: Enrichment;
  readonly confirmation: Confirmation;
}

/** @throws Error for a run that is not confirmed: its states do not let it come here */
export function toOrder(run: ResearchRun): HarvestOrder {
  const { id, projectId, organizationId, host, enrichment, confirmation } = run;
  if (enrichment === null || confirmation === null) throw new Error(`the run ${id} is not confirmed`);
  return { id, projectId, organizationId, host, enrichment, confirmation };
}
