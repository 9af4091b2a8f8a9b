import type { Config } from '#config';
import type { ShiftableClock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { SearchProvider } from '#providers/index.ts';
import { followSandboxClock } from '#providers/sandbox-clock.ts';
import { findSandboxMail } from '#providers/mail/sandbox-mail.ts';
import { toSandboxSettings } from '#providers/search-console/settings.ts';
import type { Closer } from './closers.ts';

/** In sandbox mode every outside source points at the sandbox, and our date is the sandbox's. */
export async function joinSandbox(
  config: Config,
  clock: ShiftableClock,
  { logger, closers, searchProvider }: { logger: Logger; closers: Closer[]; searchProvider: SearchProvider },
): Promise<Config> {
  if (config.sandbox === undefined) return config;
  const url = config.sandbox === 'start' ? await startOwnSandbox(config, closers) : config.sandbox.replace(/\/$/u, '');
  closers.push(await followSandboxClock(url, clock, logger));
  logger.warn({ url }, 'sandbox mode: every outside source is simulated');
  return {
    ...config,
    sandbox: url,
    ...searchProvider.toSandboxSettings(config, url),
    llm: { ...config.llm, baseUrl: `${url}/v1`, apiKey: undefined, model: config.llm.model ?? 'sandbox-model' },
    embeddings: { ...config.embeddings, baseUrl: config.embeddings.baseUrl && `${url}/v1`, apiKey: undefined },
    entityStore: { ...config.entityStore, url: config.entityStore.url && `${url}/entity-store${new URL(config.entityStore.url).pathname}` },
    searchConsole: toSandboxSettings(url),
    smtp: config.smtp ?? (await findSandboxMail(url, config.mailFrom)),
    webhook: { ...config.webhook, url: config.webhook.url ?? `${url}/_sandbox/webhook` },
  };
}

async function startOwnSandbox(config: Config, closers: Closer[]): Promise<string> {
  const { startSandbox } = await import('../sandbox/index.ts');
  const sandbox = await startSandbox({ port: config.sandboxPort });
  closers.push(() => sandbox.close());
  return sandbox.url;
}
