import { keepStoreEvidence } from '#areas/apps/index.ts';
import { makeSpending } from '#areas/costs/index.ts';
import type { Config } from '#config';
import type { AppContext } from '#context';
import type { Logger } from '#kernel/logger.ts';
import type { Spans } from '#kernel/telemetry/spans.ts';
import { makeAppStore } from '#providers/app-store/make-app-store.ts';
import { makeEmbeddings } from '#providers/embeddings/remote-embeddings.ts';
import { makeEntityStore } from '#providers/entity-store/make-entity-store.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeIdentityProviders } from '#providers/identity/make-identity-providers.ts';
import { makeLlm } from '#providers/llm/ask-model.ts';
import { makePageFetch, SANDBOX_POLITENESS, WEB_POLITENESS } from '#providers/page-fetch/index.ts';
import { makePictures } from '#providers/pictures/index.ts';
import { makeWebhookReceiver } from '#providers/webhook-receiver/make-webhook-receiver.ts';
import {
  makeCallLimiter,
  makeBucketDoor,
  makeChannelDoor,
  makeMailDoor,
  makeNames,
  makeSandboxControl,
  makeSearchConsole,
  otherProviders,
  type CallLimits,
  type SearchProvider,
} from '#providers/index.ts';
import { makeCallSlots, makeRateCounter } from '#stores/counters/index.ts';
import type { Closer } from './closers.ts';
import type { OutsideServices } from './outside-services.ts';

interface ServiceOptions {
  readonly logger: Logger;
  readonly searchProvider: SearchProvider;
  readonly callLimits?: readonly CallLimits[] | undefined;
}

/** The clients of outside services, and the ledger of what their calls cost. */
export function openServices(
  config: Config,
  { logger, callLimits, searchProvider }: ServiceOptions,
  tools: Pick<AppContext, 'postgres' | 'cache' | 'clock' | 'live'> & { spans: Spans; closers: Closer[] },
): OutsideServices {
  const { postgres, cache, clock, live, spans, closers } = tools;
  const http = makeHttpClient({
    logger,
    allowedPrivateOrigins: listOwnOrigins(config, searchProvider),
    othersPrivateOrigins: config.sandbox === undefined ? [] : [config.sandbox],
    spans,
    pages: { sandboxUrl: config.sandbox, proxyUrl: config.scraperProxyUrl },
    callLimiter: makeCallLimiter({
      limits: callLimits ?? [searchProvider, ...otherProviders].flatMap(({ toCallLimits }) => toCallLimits?.(config) ?? []),
      counter: makeRateCounter(postgres.pool, logger),
      slots: config.databaseUrl === undefined ? undefined : makeCallSlots(postgres.pool, logger),
    }),
  });
  closers.push(() => http.close());
  const spending = makeSpending({ postgres, clock, logger, live });
  const sandboxControl = config.sandbox === undefined ? undefined : makeSandboxControl(http, config.sandbox);
  const politeness = config.sandbox === undefined ? WEB_POLITENESS : SANDBOX_POLITENESS;
  return {
    spending,
    searchData: searchProvider.makeSearchData({ http, config, spending, clock, logger }),
    appStore: makeAppStore({
      http,
      spending,
      cache,
      clock,
      settings: config.appStore,
      keepEvidence: keepStoreEvidence({ postgres, clock, logger }),
    }),
    llm: makeLlm({ http, spending, logger, config: config.llm }),
    embeddings: makeEmbeddings({ http, spending, config: config.embeddings }),
    entityStore: makeEntityStore({ http, config: config.entityStore }),
    pageFetch: makePageFetch({ http, cache, clock, politeness }),
    pictures: makePictures(http),
    mail: makeMailDoor({ clock, settings: config.smtp }),
    bucketDoor: makeBucketDoor({ http, sandboxUrl: config.sandbox }),
    channelDoor: makeChannelDoor({ http, sandboxUrl: config.sandbox }),
    webhookReceiver: makeWebhookReceiver({ http, clock, config: config.webhook }),
    searchConsole: makeSearchConsole({ http, clock, settings: config.searchConsole }),
    identityProviders: makeIdentityProviders({ http, privateOrigins: listIssuerOrigins(config) }),
    names: makeNames(sandboxControl),
    sandboxControl,
    examine: makeExamine(config),
  };
}

/** The checks of `sightline doctor`, loaded when they are asked for; one examination at a time. */
function makeExamine(config: Config): OutsideServices['examine'] {
  let running: ReturnType<OutsideServices['examine']> | undefined;
  const examine = async () => {
    const { listFindings } = await import('./cli/doctor/index.ts');
    const findings = await listFindings(config);
    // Where the machine keeps its files is not for those who only have a key.
    const hide = (text: string): string => text.replaceAll(config.dataDir, 'DATA_DIR');
    return findings.map((one) => ({ ...one, text: hide(one.text), ...(one.remedy === undefined ? {} : { remedy: hide(one.remedy) }) }));
  };
  return () => (running ??= examine().finally(() => (running = undefined)));
}

/** Identity providers that may be private, and asked without TLS: those that the operator named; with a sandbox its own alone. */
function listIssuerOrigins({ sandbox, signInPrivateOrigins }: Config): readonly string[] {
  return sandbox === undefined ? signInPrivateOrigins : [new URL(sandbox).origin];
}

/** Services that the operator named may be private: a proxy of the provider, a model or a store on the same machine, the sandbox. */
function listOwnOrigins(config: Config, searchProvider: SearchProvider): string[] {
  const { sandbox, llm, embeddings, entityStore, appStore } = config;
  const stores = [appStore.webUrl, appStore.itunesUrl, appStore.feedUrl];
  const named = [
    sandbox,
    searchProvider.toBaseUrl(config),
    llm.baseUrl,
    embeddings.baseUrl,
    entityStore.url,
    ...stores,
    ...listIssuerOrigins(config),
  ];
  return [...new Set(named.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])))];
}
