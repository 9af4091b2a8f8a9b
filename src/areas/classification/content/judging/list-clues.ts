import { readTable, splitCell } from '../data/read-table.ts';
import type { PageSignals } from '../page-signals.ts';
import { listContentFeatures } from './list-features.ts';
import type { Clue } from './weigh.ts';

type ClueRow = Omit<Clue, 'evidence'>;

/** What is usual, and what features of a page say, for the labels of one dimension. */
export interface ClueTable {
  /** Of every label that content can tell; natural logarithms. */
  readonly priors: Readonly<Record<string, number>>;
  readonly listClues: (signals: PageSignals) => Clue[];
}

/**
 * Reads a table of clues: rows of feature, group and `label weight` pairs between bars. The row `usual` holds
 * the priors.
 * @throws Error for a label that has no prior, so that no row is without effect
 */
export function loadClues(name: string): ClueTable {
  const rows = readTable(name).map(([feature = '', group = '', weights]) => ({ feature, group, weights: parseWeights(weights) }));
  const priors = rows.find(({ feature }) => feature === 'usual')?.weights ?? {};
  const byFeature = new Map<string, ClueRow>();
  for (const { feature, group, weights } of rows) {
    const unknown = Object.keys(weights).find((label) => priors[label] === undefined);
    if (unknown !== undefined) throw new Error(`${name}: ${unknown} of ${feature} has no prior`);
    if (feature !== 'usual') byFeature.set(feature, { group, weights });
  }
  return {
    priors,
    listClues: (signals) =>
      listContentFeatures(signals).flatMap(({ feature, evidence }) => {
        const row = byFeature.get(feature);
        return row === undefined ? [] : [{ ...row, evidence }];
      }),
  };
}

function parseWeights(cell: string | undefined): Record<string, number> {
  const pairs = splitCell(cell).map((pair) => pair.split(' '));
  return Object.fromEntries(pairs.map(([label = '', weight]) => [label, Number(weight)]));
}
