/** One metric in the text format of Prometheus. */
export interface MetricFamily {
  readonly type: string;
  readonly labels: ReadonlySet<string>;
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Reads the text of `/metrics`; of histograms the samples are those of `_count`. */
export function parseMetrics(text: string): ReadonlyMap<string, MetricFamily> {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].map(([, name = '', type = '']) => [name, type]));
  const families = new Map<string, { type: string; labels: Set<string>; samples: { labels: Record<string, string>; value: number }[] }>();
  for (const [, sample = '', inner = '', value] of text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gmu)) {
    const name = types.has(sample) ? sample : sample.replace(/_(?:count|sum|bucket)$/u, '');
    const family = families.get(name) ?? { type: types.get(name) ?? 'untyped', labels: new Set(), samples: [] };
    const labels = Object.fromEntries([...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/gu)].map(([, key = '', text_ = '']) => [key, text_]));
    for (const label of Object.keys(labels)) if (label !== 'le') family.labels.add(label);
    if (family.type !== 'histogram' || sample.endsWith('_count')) family.samples.push({ labels, value: Number(value) });
    families.set(name, family);
  }
  return families;
}
