/** A limit as `/api/admin/config` takes it; null: none. */
export type Limit = number | null | Readonly<Record<string, number>>;

export interface NamedLimits {
  /** Undefined while something is wrong. */
  readonly limits: Readonly<Record<string, number>> | undefined;
  readonly problem: string | undefined;
}

const LINE = /^([^\s=:]+)[\s=:]+(\d+(?:\.\d+)?)$/u;

/** Reads limits by name: `serp-tracking 5`, one on each line. */
export function readNamedLimits(text: string): NamedLimits {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const limits: Record<string, number> = {};
  for (const line of lines) {
    const [, name, amount] = LINE.exec(line) ?? [];
    if (name === undefined || amount === undefined) return { limits: undefined, problem: `"${line}" is not a name followed by an amount` };
    limits[name] = Number(amount);
  }
  return lines.length === 0 ? { limits: undefined, problem: undefined } : { limits, problem: undefined };
}

/** Names without a limit are left out. */
export function formatNamedLimits(limits: Readonly<Record<string, number | null>>): string {
  return Object.entries(limits)
    .filter(([, amount]) => amount !== null)
    .map(([name, amount]) => `${name} ${amount}`)
    .join('\n');
}
