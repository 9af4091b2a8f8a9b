import { readConfig } from '#config';
import { endAtOnce, startStoppable } from '../../src/cli/serve.ts';
import type { AppOverrides } from '../../src/app.ts';

/** The service as `sightline serve` runs it, with what a test hands in: `AppOverrides` as JSON. */
try {
  await startStoppable(readConfig(), JSON.parse(process.argv[2] ?? '{}') as AppOverrides);
} catch (error) {
  endAtOnce(error as Error);
}
