import { readConfig } from '#config';
import { endAtOnce, stopOnSignal } from '../../src/cli/serve.ts';
import { startService } from '../../src/cli/start-problems.ts';
import type { AppOverrides } from '../../src/app.ts';

/** The service as `sightline serve` runs it, with what a test hands in: `AppOverrides` as JSON. */
try {
  const app = await startService(readConfig(), JSON.parse(process.argv[2] ?? '{}') as AppOverrides);
  stopOnSignal(app.stop, (line) => app.context.logger.info(line));
} catch (error) {
  endAtOnce(error as Error);
}
