import type { Config } from '#config';

export function hasLlm({ llm }: Pick<Config, 'llm'>): boolean {
  return llm.baseUrl !== undefined && llm.model !== undefined;
}
