import { toOrigin } from './eval-rows.ts';
import type { Assessed, Assessment } from './assess.ts';
import { isRight, measure, shareRight, type Measured } from './figures.ts';

export interface ReportOptions {
  /** How many wrong answers to show of each split. */
  readonly errorsMax: number;
  /** Show only wrong answers of this source. */
  readonly onlySource: string | undefined;
}

/** The figures of a dimension as text: each split, each source, rules alone, the commonest confusions. */
export function toReport({ dimension, folds, sources, keptAside }: Assessment, options: ReportOptions): string {
  const splits = [
    { name: '5 folds by group', rows: folds },
    { name: 'leave one source out', rows: sources },
    { name: 'own, kept aside', rows: keptAside },
  ].filter(({ rows }) => rows.length > 0);
  return [
    `== ${dimension}`,
    'split                    rows  right  macroF1    ECE  right at 70+  of all   model alone   rules 80+ right/of all',
    ...splits.map(({ name, rows }) => toSplitLine(name, rows)),
    'by source: rows, right in folds / left out',
    ...toSourceLines(folds, sources),
    ...splits.flatMap(({ name, rows }) => [`commonest confusions, ${name}:`, ...toConfusionLines(rows)]),
    ...splits.flatMap(({ name, rows }) => toErrorLines(name, rows, options)),
  ].join('\n');
}

function toSplitLine(name: string, rows: readonly Assessed[]): string {
  const figures = measure(rows);
  const byModel = rows.map(({ model, truth }): Measured => ({ ...model, truth }));
  const byRules = rows.flatMap(({ rules, truth }): Measured[] =>
    rules === undefined || rules.confidence < 80 ? [] : [{ label: rules.label, confidence: rules.confidence / 100, truth }],
  );
  return [
    name.padEnd(22),
    String(figures.count).padStart(6),
    percent(figures.accuracy, 6),
    percent(figures.macroF1, 8),
    percent(figures.ece, 6),
    percent(figures.rightAt70, 13),
    percent(figures.coverageAt70, 7),
    percent(shareRight(byModel), 13),
    percent(shareRight(byRules), 14),
    '/',
    percent((100 * byRules.length) / rows.length, 5),
  ].join(' ');
}

function toSourceLines(folds: readonly Assessed[], sources: readonly Assessed[]): string[] {
  const left = Map.groupBy(sources, ({ item }) => toOrigin(item.source));
  return [...Map.groupBy(folds, ({ item }) => toOrigin(item.source))]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([source, rows]) =>
      [
        `  ${source.padEnd(24)}`,
        String(rows.length).padStart(5),
        percent(shareRight(rows), 6),
        '/',
        percent(shareRight(left.get(source) ?? []), 5),
      ].join(' '),
    );
}

const CONFUSIONS_SHOWN = 8;

function toConfusionLines(rows: readonly Assessed[]): string[] {
  const wrong = rows.filter((row) => !isRight(row));
  const pairs = Map.groupBy(wrong, ({ label, truth }) => `${truth[0] ?? ''} judged as ${label}`);
  return [...pairs]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, CONFUSIONS_SHOWN)
    .map(([pair, { length }]) => `  ${String(length).padStart(5)}  ${pair}`);
}

function toErrorLines(name: string, rows: readonly Assessed[], { errorsMax, onlySource }: ReportOptions): string[] {
  const wrong = rows.filter((row) => !isRight(row) && (onlySource === undefined || toOrigin(row.item.source) === onlySource));
  // The surest ones first: they leave the pipeline early.
  return wrong
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, errorsMax)
    .map(({ item, label, truth, confidence, rules }) =>
      [name, percent(100 * confidence, 5), label, `not ${truth.join('|')}`, item.source, item.input, rules?.evidence.join('; ') ?? ''].join(
        '\t',
      ),
    );
}

function percent(value: number, width: number): string {
  return value.toFixed(1).padStart(width);
}
