import { startApp } from '../app.ts';
import { readConfig } from '#config';

const FORCED_EXIT_MS = 22_000;

/**
 * Runs the service until SIGTERM or SIGINT: stops accepting, finishes what runs (at most 20 s),
 * closes the stores, ends with 0 (ARCHITECTURE.md, "Stopping").
 */
export async function serve(): Promise<void> {
  const app = await startApp(readConfig());
  stopOnSignal(app.stop, (line) => app.context.logger.info(line));
}

/** Stops once on the first signal; a second signal ends the process at once. */
export function stopOnSignal(stop: () => Promise<void>, say: (line: string) => void): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say(`${signal}: stopping`);
    setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
    void stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
