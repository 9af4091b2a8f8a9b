import { domainSnapshot } from './domain-snapshot.workflow.ts';
import { weeklySnapshots } from './weekly-snapshots.workflow.ts';

/** Counting the links of a domain once a week. */
export const snapshotWorkflows = [weeklySnapshots, domainSnapshot];
