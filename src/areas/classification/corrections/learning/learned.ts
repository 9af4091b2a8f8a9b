import type { AppContext } from '#context';
import { DEFAULT_BLENDS, type Blend } from '../../similarity/blend.ts';
import type { Kind } from '../../similarity/example.ts';
import { keepFresh } from '../../similarity/keep-fresh.ts';
import { loadCorrectedItems, type CorrectedItems } from '../corrected-items.ts';
import { indexRules, type RuleIndex } from '../patterns/judge-by-accepted-rules.ts';
import { listActiveBlends, listCorrectedVersions, listTaughtRows, readTaught } from '../store/blends.ts';
import { decodeModel } from '../../models/linear-model.ts';
import type { TaughtModels } from './judge-by-taught.ts';
import { listRules } from '../store/rules.ts';

/** What was learned. */
export interface Learned {
  readonly rules: RuleIndex;
  readonly blends: Readonly<Record<Kind, Blend>>;
  /** Of kinds that have corrected items. */
  readonly corrected: ReadonlyMap<Kind, CorrectedItems>;
  /** Of kinds that have models of what was corrected. */
  readonly taught: ReadonlyMap<Kind, TaughtModels>;
}

/** What another process learns is known here after this time. */
const FRESH_MS = 5_000;

type Postgres = AppContext['postgres'];
/** By the row that has them. */
const makeTaught = (): Map<number, TaughtModels> => new Map();
const makeItems = (): Map<Kind, { readonly version: string; readonly items: CorrectedItems }> => new Map();

const learned = keepFresh(async (postgres: Postgres): Promise<Learned> => {
  const [rules, blends, versions, taught] = await Promise.all([
    listRules(postgres),
    listActiveBlends(postgres),
    listCorrectedVersions(postgres),
    loadTaught(postgres),
  ]);
  const known = postgres.recall(makeItems);
  for (const { kind, version } of versions) {
    if (known.get(kind)?.version !== version) known.set(kind, { version, items: await loadCorrectedItems({ postgres }, kind) });
  }
  return {
    rules: indexRules(rules),
    blends: { ...DEFAULT_BLENDS, ...Object.fromEntries(blends.map(({ kind, blend }) => [kind, blend])) },
    corrected: new Map([...known].map(([kind, { items }]) => [kind, items])),
    taught,
  };
}, FRESH_MS);

/** Models are read once for each row. */
async function loadTaught(postgres: Postgres): Promise<Map<Kind, TaughtModels>> {
  const rows = await listTaughtRows(postgres);
  const known = postgres.recall(makeTaught);
  for (const id of known.keys()) if (!rows.some((row) => row.id === id)) known.delete(id);
  for (const { id } of rows) if (!known.has(id)) known.set(id, decode(await readTaught(postgres, id)));
  return new Map(rows.map(({ kind, id }) => [kind, known.get(id) ?? new Map()]));
}

function decode(taught: Readonly<Record<string, string>>): TaughtModels {
  return new Map(Object.entries(taught).map(([dimension, bytes]) => [dimension, decodeModel(Buffer.from(bytes, 'base64'))]));
}

/** What was learned, as it was at most five seconds ago. Where nothing was, this is all that a batch pays. */
export async function getLearned({ postgres }: Pick<AppContext, 'postgres'>): Promise<Learned> {
  return await learned.get(postgres);
}

/** Has the next batch see what was just learned. */
export function forgetLearned({ postgres }: Pick<AppContext, 'postgres'>): void {
  learned.forget(postgres);
}
