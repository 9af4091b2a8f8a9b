import type { Stage } from '../engine/stage.ts';
import { listPlatformTypes } from '../records/store/platform-types.ts';
import { judgeByPlatformTypes } from './platform-hints.ts';
import type { DomainItem } from './items.ts';
import type { StageWork } from './work.ts';

/** Stage 1.5: what the provider said of the links of a domain, from the message or from what is stored. */
export const hintsStage: Stage<DomainItem, StageWork> = {
  name: 'category_hints',
  cost: 'free',
  run: async (cases, { ctx: { postgres } }) => {
    const unknown = cases.flatMap(({ item }) => (item.platformTypes === undefined ? [item.host] : []));
    const stored = unknown.length === 0 ? new Map<string, Record<string, number>>() : await listPlatformTypes(postgres, unknown);
    return cases.map(({ item }) => ({ judgements: judgeByPlatformTypes(item.platformTypes ?? stored.get(item.host) ?? {}) }));
  },
};
