import { flushCompileCache } from 'node:module';
import { readConfig, type Config } from '#config';
import type { App, AppOverrides } from '../app.ts';
import { toTerminal } from '#kernel/telemetry/terminal-lines.ts';
import { toGreeting, toSetupNotice } from './greeting.ts';
import { releaseMemoryAtRest } from './release-memory.ts';
import { startService } from './start-problems.ts';

const FORCED_EXIT_MS = 22_000;

/**
 * Runs the service until SIGTERM or SIGINT: stops accepting, finishes what runs (at most 20 s),
 * closes the stores, ends with 0 (ARCHITECTURE.md, "Stopping"). A terminal gets a few lines for people, anything else JSON lines.
 */
export async function serve(): Promise<void> {
  const { stdout } = process;
  const config = readConfig();
  if (stdout.isTTY) stdout.write(`Starting, with the data in ${config.dataDir} ...\n`);
  const app = await startStoppable(stdout.isTTY && !config.isLogLevelSet ? { ...config, logLevel: 'warn' } : config, {
    ...(stdout.isTTY ? { logTo: toTerminal((text) => stdout.write(text)) } : {}),
    onStoreLost: endAtOnce,
  });
  if (app === undefined) return;
  if (stdout.isTTY) stdout.write(await toGreeting(app));
  // Beside the log, whose lines may be collected elsewhere.
  if (app.setupLink !== undefined) process.stderr.write(toSetupNotice(app.setupLink, process.stderr.isTTY));
  buildConsole(app);
  // Also for a process that is killed.
  flushCompileCache();
  releaseMemoryAtRest();
}

/**
 * Starts the service, which a signal stops in order from the moment on that it listens: who finds it well may stop it at once, also
 * while a store keeps the rest of the start waiting.
 * @returns `undefined` when a signal came meanwhile
 */
export async function startStoppable(config: Config, overrides: AppOverrides): Promise<App | undefined> {
  let isStopping = (): boolean => false;
  try {
    const app = await startService(config, {
      ...overrides,
      onListening: ({ stop, logger }) => {
        isStopping = stopOnSignal(stop, (line) => logger.info(line));
      },
    });
    return isStopping() ? undefined : app;
  } catch (error) {
    // The stop has closed what the start was waiting for.
    if (isStopping()) return undefined;
    throw error;
  }
}

/** Beside the running service, which is ready without it. */
export function buildConsole({ webConsole, context }: Pick<App, 'webConsole' | 'context'>): void {
  if (context.config.role === 'worker') return;
  webConsole.ensure().catch((error: unknown) => context.logger.error({ err: error }, 'the console could not be built'));
}

/** An orderly stop needs the stores; every acknowledged write is safe without one. */
export function endAtOnce(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Stops once on the first signal; a second signal ends the process at once. @returns whether there was a signal */
export function stopOnSignal(stop: () => Promise<void>, say: (line: string) => void): () => boolean {
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
  return () => isStopping;
}
