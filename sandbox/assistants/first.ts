/** A brand as far as the order of names goes. */
interface Runner {
  /** The chance to be named at all. */
  readonly named: number;
  /** Of those named, each comes first with a chance in proportion to its weight. */
  readonly weight: number;
}

const STEPS = 400;

/**
 * The chance of each brand to be named first. Brands are named independently; those named run a race with exponential times at
 * their weights. Integrated over the time of the winner, by Simpson's rule over `x = exp(-t)`.
 */
export function firstChances(runners: readonly Runner[]): readonly number[] {
  const least = Math.min(...runners.map(({ weight }) => weight));
  // Only the ratios of weights matter; from one on, what is integrated stays finite.
  const scaled = runners.map(({ named, weight }) => ({ named, weight: weight / least }));
  return scaled.map((runner) => runner.named * integrate((x) => runner.weight * x ** (runner.weight - 1) * othersLater(scaled, runner, x)));
}

/** That no other one is named and was faster. */
function othersLater(runners: readonly Runner[], own: Runner, x: number): number {
  let chance = 1;
  for (const other of runners) if (other !== own) chance *= 1 - other.named + other.named * x ** other.weight;
  return chance;
}

function integrate(value: (x: number) => number): number {
  let sum = value(0) + value(1);
  for (let step = 1; step < STEPS; step += 1) sum += (step % 2 === 0 ? 2 : 4) * value(step / STEPS);
  return sum / (3 * STEPS);
}
