import type { AppContext } from '#context';
import { DEFAULT_BLENDS, type Blend } from '../../similarity/blend.ts';
import type { Kind } from '../../similarity/example.ts';
import { keepFresh } from '../../similarity/keep-fresh.ts';
import { loadCorrectedItems, type CorrectedItems } from '../corrected-items.ts';
import { indexRules, type RuleIndex } from '../patterns/judge-by-accepted-rules.ts';
import { listActiveBlends } from '../store/blends.ts';
import { listRules } from '../store/rules.ts';
import { listCorrectedVersions } from '../store/blends.ts';

/** What was learned. */
export interface Learned {
  readonly rules: RuleIndex;
  readonly blends: Readonly<Record<Kind, Blend>>;
  /** Of kinds that have corrected items. */
  readonly corrected: ReadonlyMap<Kind, CorrectedItems>;
}

/** What another process learns is known here after this time. */
const FRESH_MS = 5_000;

type Postgres = AppContext['postgres'];
const makeItems = (): Map<Kind, { readonly version: string; readonly items: CorrectedItems }> => new Map();

const learned = keepFresh(async (postgres: Postgres): Promise<Learned> => {
  const [rules, blends, versions] = await Promise.all([listRules(postgres), listActiveBlends(postgres), listCorrectedVersions(postgres)]);
  const known = postgres.recall(makeItems);
  for (const { kind, version } of versions) {
    if (known.get(kind)?.version !== version) known.set(kind, { version, items: await loadCorrectedItems({ postgres }, kind) });
  }
  return {
    rules: indexRules(rules),
    blends: { ...DEFAULT_BLENDS, ...Object.fromEntries(blends.map(({ kind, blend }) => [kind, blend])) },
    corrected: new Map([...known].map(([kind, { items }]) => [kind, items])),
  };
}, FRESH_MS);

/** What was learned, as it was at most five seconds ago. Where nothing was, this is all that a batch pays. */
export async function getLearned({ postgres }: Pick<AppContext, 'postgres'>): Promise<Learned> {
  return await learned.get(postgres);
}

/** Has the next batch see what was just learned. */
export function forgetLearned({ postgres }: Pick<AppContext, 'postgres'>): void {
  learned.forget(postgres);
}
