import { readFileSync } from 'node:fs';
import { mix, pick } from '../../hashing.ts';
import { toSlug } from '../names.ts';
import type { StoreApp } from './store-app.ts';

/** What its publisher writes about an app. */
export interface AppTexts {
  readonly subtitle: string;
  readonly description: string;
  readonly releaseNotes: string;
  /** Names of in-app purchases. */
  readonly purchaseNames: readonly string[];
}

const POINTS = 4;
const sentences = readSentences();

/** What an app says of itself, in its `label`, under its present subtitle and version. */
export function sayOfApp(app: StoreApp, now: { readonly label: string; readonly subtitleAt: number; readonly versions: number }): AppTexts {
  const hash = app.productHash;
  const write = (kind: string, choice: number): string => fill(pick(sentencesOf(kind), choice), app, now.label);
  const points = Array.from({ length: POINTS }, (_none, at) => `• ${write('point', (hash % 8) + 3 * at)}`);
  return {
    subtitle: write('subtitle', mix(hash, 65 + now.subtitleAt)),
    description: [write('lead', hash), '', ...points, '', write('closing', mix(hash, 67))].join('\n'),
    releaseNotes: write('note', mix(app.hash, now.versions)),
    purchaseNames: sentencesOf('purchase')
      .slice(0, 1 + (hash % 4))
      .map((text) => fill(text, app, now.label)),
  };
}

/** One of the sentences of a kind, filled in. */
export function sayOne(kind: string, app: StoreApp, choice: number): string {
  return fill(pick(sentencesOf(kind), choice), app, app.labels[0] ?? '');
}

function sentencesOf(kind: string): readonly string[] {
  return sentences.get(kind) ?? [];
}

function fill(text: string, { name }: StoreApp, label: string): string {
  const values: Readonly<Record<string, string>> = { name, label: label.toLowerCase(), Label: label, slug: toSlug(name), at: '@' };
  return text.replaceAll(/\{(\w+)\}/gu, (_whole, key: string) => values[key] ?? '');
}

function readSentences(): ReadonlyMap<string, readonly string[]> {
  const rows = readFileSync(new URL('app-wording.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const pairs = rows.map((row) => row.split('\t') as [kind: string, text: string]);
  return new Map([...Map.groupBy(pairs, ([kind]) => kind)].map(([kind, group]) => [kind, group.map(([, text]) => text)]));
}
