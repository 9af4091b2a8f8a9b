import type { Config } from '#config';

export function hasProvider({ dataforseo }: Pick<Config, 'dataforseo'>): boolean {
  return dataforseo.login !== undefined && dataforseo.password !== undefined;
}

export function hasLlm({ llm }: Pick<Config, 'llm'>): boolean {
  return llm.baseUrl !== undefined && llm.model !== undefined;
}
