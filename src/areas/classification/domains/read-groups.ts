import { readFileSync } from 'node:fs';

/** Entries of one table that say the same of a host, with one reason for all. */
export interface Group {
  /** A value of the dimension `property_type`; the other dimensions follow from it. */
  readonly property: string;
  /** From 0 to 100. */
  readonly confidence: number;
  /** Of a word that is only a piece of a longer one. */
  readonly pieceConfidence: number;
  /** Of such a piece with four letters or fewer. */
  readonly shortPieceConfidence: number;
  /** Completes the evidence: "known news site", "dentist". */
  readonly reason: string;
}

export interface GroupEntry {
  readonly entry: string;
  readonly group: Group;
}

const FOLDER = new URL('./data/', import.meta.url);
/**
 * `# property | confidence | reason`; without a confidence, that of the table. Words have three (`94/92/74`): as a whole
 * token, as a piece of one, and as a short piece.
 */
const HEADER = /^# (\w+)(?: \| (\d+)(?:\/(\d+)\/(\d+))?)?(?: \| (.+))?$/u;
/** `.co.uk: bbc itv` are bbc.co.uk and itv.co.uk. */
const ENDING = /^(\.[^\s:]+): (.*)$/u;

/** The entries of a table in `data/`, in their order. @throws Error for a line that is neither header nor entries */
export function readGroups(name: string, usualConfidence = 0): GroupEntry[] {
  const entries: GroupEntry[] = [];
  let group: Group | undefined;
  for (const line of readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8').split('\n')) {
    if (line === '') continue;
    const header = HEADER.exec(line);
    if (header !== null) {
      const confidence = Number(header[2] ?? usualConfidence);
      group = {
        property: header[1] ?? '',
        confidence,
        pieceConfidence: Number(header[3] ?? confidence),
        shortPieceConfidence: Number(header[4] ?? confidence),
        reason: header[5] ?? '',
      };
      continue;
    }
    if (group === undefined) throw new Error(`${name}.txt begins without a header.`);
    const [, ending = '', names = line] = ENDING.exec(line) ?? [];
    for (const entry of names.split(' ')) entries.push({ entry: `${entry}${ending}`, group });
  }
  return entries;
}
