import { backlinksIngest } from './backlinks-ingest.ts';
import { classifyRun } from './classify-run.ts';
import { content } from './content.ts';
import { onboard } from './onboard.ts';
import { pageFetch } from './page-fetch.ts';
import type { Bench } from './support/bench.ts';

/** What is known of domains. */
export const DOMAIN_BENCHES: readonly Bench[] = [onboard, backlinksIngest, pageFetch, content, classifyRun];
