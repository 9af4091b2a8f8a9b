import { globSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { readDocument, ROOT } from '../docs/documents.ts';
import { makeRenderer } from './chart-render.ts';

export const CHART = 'deploy/helm/sightline';

/** A Kubernetes resource; tests look where they know what is there. */
export type Resource = any;
export type ChartValues = Readonly<Record<string, unknown>>;

export function readYaml<Value = Resource>(file: string): Value {
  return parse(readDocument(file).text, { merge: true }) as Value;
}

export function readValues(): ChartValues {
  return readYaml<ChartValues>(`${CHART}/values.yaml`);
}

/** As Helm does: maps are merged, anything else is replaced. */
export function mergeValues(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over === undefined ? base : over;
  const names = [...new Set([...Object.keys(base), ...Object.keys(over)])];
  return Object.fromEntries(names.map((name) => [name, mergeValues(base[name], over[name])]));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface RenderedChart {
  readonly resources: readonly Resource[];
  readonly notes: string;
  /** Paths below `.Values` that the templates read. */
  readonly paths: ReadonlySet<string>;
}

export function renderChart(values: unknown): RenderedChart {
  const chart = readYaml<{ name: string; appVersion: string }>(`${CHART}/Chart.yaml`);
  const paths = new Set<string>();
  const render = makeRenderer([readDocument(`${CHART}/templates/_helpers.tpl`).text], (path) => {
    if (path.startsWith('Values.')) paths.add(path.slice('Values.'.length));
  });
  const dot = {
    Values: values,
    Chart: { Name: chart.name, AppVersion: chart.appVersion },
    Release: { Name: 'test', Namespace: 'default', Service: 'Helm' },
  };
  const files = globSync(`${CHART}/templates/*.yaml`, { cwd: ROOT }).toSorted();
  const resources = files.flatMap((file) =>
    parseAllDocuments(render(readDocument(file).text, dot)).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.map(String).join('; ')}`);
      return document.toJS() === null ? [] : [document.toJS() as Resource];
    }),
  );
  return { resources, notes: render(readDocument(`${CHART}/templates/NOTES.txt`).text, dot), paths };
}
