/** Figures of predictions whose truth is known. */

export interface Measured {
  readonly label: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Acceptable labels, the preferred one first. */
  readonly truth: readonly string[];
}

/** Shares in percent. */
export interface Figures {
  readonly count: number;
  readonly accuracy: number;
  readonly macroF1: number;
  /** The expected calibration error: the mean distance of stated from true confidence, over ten bins. */
  readonly ece: number;
  /** Of what is stated with 70 and more. */
  readonly rightAt70: number;
  readonly coverageAt70: number;
}

const BINS = 10;
const EXIT = 0.7;

export function measure(all: readonly Measured[]): Figures {
  const early = all.filter(({ confidence }) => confidence >= EXIT);
  return {
    count: all.length,
    accuracy: shareRight(all),
    macroF1: toMacroF1(all),
    ece: toEce(all),
    rightAt70: shareRight(early),
    coverageAt70: (100 * early.length) / all.length,
  };
}

export function isRight({ label, truth }: Measured): boolean {
  return truth.includes(label);
}

export function shareRight(all: readonly Measured[]): number {
  return (100 * all.filter(isRight).length) / Math.max(1, all.length);
}

function toEce(all: readonly Measured[]): number {
  const bins = Map.groupBy(all, ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)));
  let error = 0;
  for (const bin of bins.values()) {
    const stated = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length;
    error += (bin.length / all.length) * Math.abs(100 * stated - shareRight(bin));
  }
  return error;
}

/** An acceptable prediction counts for its own class; a wrong one counts against it and the preferred class. */
function toMacroF1(all: readonly Measured[]): number {
  const counts = new Map<string, { right: number; stated: number; true: number }>();
  const countOf = (label: string): { right: number; stated: number; true: number } => {
    const count = counts.get(label) ?? { right: 0, stated: 0, true: 0 };
    counts.set(label, count);
    return count;
  };
  for (const one of all) {
    const truth = isRight(one) ? one.label : (one.truth[0] ?? '');
    countOf(truth).true += 1;
    countOf(one.label).stated += 1;
    if (isRight(one)) countOf(one.label).right += 1;
  }
  const classes = [...counts.values()].filter((count) => count.true > 0);
  const sum = classes.reduce((total, count) => total + (2 * count.right) / (count.stated + count.true), 0);
  return (100 * sum) / Math.max(1, classes.length);
}
