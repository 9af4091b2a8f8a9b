import { readConfig } from '#config';
import { startApp, type AppOverrides } from '../../src/app.ts';
import { stopOnSignal } from '../../src/cli/serve.ts';

/** The service as `sightline serve` runs it, with what a test hands in: `AppOverrides` as JSON. */
const app = await startApp(readConfig(), JSON.parse(process.argv[2] ?? '{}') as AppOverrides);
stopOnSignal(app.stop, (line) => app.context.logger.info(line));
