import { backlinksIngest } from './backlinks-ingest.ts';
<<<<<<< HEAD
import { classifyRun } from './classify-run.ts';
=======
import { content } from './content.ts';
>>>>>>> h/k
import { onboard } from './onboard.ts';
import { pageFetch } from './page-fetch.ts';
import type { Bench } from './support/bench.ts';

/** What is known of domains. */
<<<<<<< HEAD
export const DOMAIN_BENCHES: readonly Bench[] = [onboard, backlinksIngest, pageFetch, classifyRun];
=======
export const DOMAIN_BENCHES: readonly Bench[] = [onboard, backlinksIngest, pageFetch, content];
>>>>>>> h/k
