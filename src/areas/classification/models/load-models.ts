import { readFileSync } from 'node:fs';
import { decodeModel, type LinearModel } from './linear-model.ts';
import { readWordTable, type WordTable } from './word-table.ts';

/** What ships with the service. Nothing is read before the first use; a file is read once in a process. */

const FOLDER = new URL('./artefacts/', import.meta.url);

let table: WordTable | undefined;
const models = new Map<string, LinearModel>();

export function loadWords(): WordTable {
  table ??= readWordTable(readFileSync(toArtefactUrl('words')));
  return table;
}

/** @throws Error when no model of this dimension ships */
export function loadModel(dimension: string): LinearModel {
  const known = models.get(dimension);
  if (known !== undefined) return known;
  const model = decodeModel(readFileSync(toArtefactUrl(dimension)));
  models.set(dimension, model);
  return model;
}

export function toArtefactUrl(name: string): URL {
  return new URL(`${name}.bin`, FOLDER);
}
