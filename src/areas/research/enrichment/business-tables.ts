import { loadPageJudges, readLines } from '#areas/classification/index.ts';
import type { RunBusinessType } from '../runs/research-run.ts';

type Judges = Awaited<ReturnType<typeof loadPageJudges>>;
type Weights = Readonly<Record<string, number>>;

export interface WordRow {
  readonly type: RunBusinessType;
  readonly weight: number;
  /** It names a trade, which says the same wherever it stands. */
  readonly isTrade: boolean;
}

/** The tables that business types are judged by, ready for use. */
export interface BusinessTables {
  readonly judges: Judges;
  /** Of every business type; natural logarithms. */
  readonly priors: Weights;
  /** What features say, by their names. */
  readonly clues: ReadonlyMap<string, { readonly group: string; readonly weights: Weights }>;
  readonly words: ReturnType<Judges['makePhraseMatcher']>;
  readonly wordRows: ReadonlyMap<string, WordRow>;
  /** Shares of business types, by property type. */
  readonly properties: ReadonlyMap<string, Weights>;
}

let tables: Promise<BusinessTables> | undefined;

/** Read when the first site is judged. */
export function loadBusinessTables(): Promise<BusinessTables> {
  tables ??= load();
  return tables;
}

async function load(): Promise<BusinessTables> {
  const judges = await loadPageJudges();
  const rows = readTable('business-clues.tsv').map(
    ([feature = '', group = '', weights]) => [feature, { group, weights: parsePairs(weights) }] as const,
  );
  const clues = new Map(rows);
  const phrases = readTable('business-words.tsv').map(([type = '', weight = '', cell = '']) => ({
    kind: `${type} ${weight}`,
    phrases: cell.split('|'),
  }));
  return {
    judges,
    priors: clues.get('usual')?.weights ?? {},
    clues,
    words: judges.makePhraseMatcher(phrases),
    wordRows: new Map(phrases.map(({ kind }) => [kind, toWordRow(kind)])),
    properties: new Map(readTable('property-types.tsv').map(([type = '', shares]) => [type, parsePairs(shares)])),
  };
}

function toWordRow(kind: string): WordRow {
  const [type = '', weight, group] = kind.split(' ');
  return { type: type as RunBusinessType, weight: Number(weight), isTrade: group === 'trade' };
}

function readTable(name: string): string[][] {
  return readLines(new URL(`data/${name}`, import.meta.url)).map((line) => line.split('\t'));
}

/** `label number` pairs between bars. */
function parsePairs(cell = ''): Record<string, number> {
  return Object.fromEntries(
    cell.split('|').map((pair) => {
      const [label = '', value] = pair.split(' ');
      return [label, Number(value)];
    }),
  );
}
