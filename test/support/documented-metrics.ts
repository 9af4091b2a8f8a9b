import { globSync } from 'node:fs';
import { readDocument, ROOT } from '../docs/documents.ts';

export interface DocumentedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** The tables of docs/diagnostics.md. */
export function listDocumentedMetrics(): DocumentedMetric[] {
  const rows = readDocument('docs/diagnostics.md').text.matchAll(/^\| `([a-z_]+)` \| (counter|gauge|histogram) \| ([^|]*)\|/gmu);
  return [...rows].map(([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/gu)].map((match) => match[1] ?? ''),
  }));
}

/** Names of the instruments that the sources make. */
export function listDeclaredMetrics(): string[] {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const making =
    /(?:define(?:Counter|UpDownCounter|Histogram)|create(?:Observable)?(?:Counter|UpDownCounter|Gauge|Histogram)|gauge|counter)\(\s*'([^']+)'/gu;
  return sources.flatMap((file) => [...readDocument(file).text.matchAll(making)].map((match) => match[1] ?? '')).toSorted();
}
