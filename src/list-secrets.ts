import type { Config } from './config.ts';

/** Every secret of the configuration, in the forms in which they are sent, to be taken out of what is shown. */
export function listSecrets(config: Config): string[] {
  const {
    adminKey,
    apiKey,
    owner,
    secretsKey,
    secretsKeyOld,
    archivePassphrase,
    smtp,
    jwtSecret,
    dataforseo,
    llm,
    embeddings,
    webhook,
    entityStore,
    searchConsole,
    s3,
  } = config;
  const addresses = [
    config.databaseUrl,
    config.clickhouseUrl,
    config.redisUrl,
    config.publicUrl,
    dataforseo.baseUrl,
    llm.baseUrl,
    embeddings.baseUrl,
    config.scraperProxyUrl,
    config.webhook.url,
    config.traces.endpoint,
  ];
  const passwords = addresses.flatMap((address) => {
    const password = address === undefined ? '' : new URL(address).password;
    return [password, decodeURIComponent(password)];
  });
  const basic = Buffer.from(`${dataforseo.login ?? ''}:${dataforseo.password ?? ''}`).toString('base64');
  const keys = [
    adminKey,
    apiKey,
    owner?.password,
    secretsKey,
    secretsKeyOld,
    archivePassphrase,
    smtp?.password,
    jwtSecret,
    llm.apiKey,
    embeddings.apiKey,
    webhook.secret,
    entityStore.token,
    searchConsole.clientSecret,
    s3.secretAccessKey,
  ];
  const given = [...keys, dataforseo.password, dataforseo.password && basic, ...passwords];
  return given.filter((secret): secret is string => secret !== undefined && secret !== '');
}
