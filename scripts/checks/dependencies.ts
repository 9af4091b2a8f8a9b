import { runCommand, type Step } from './run-step.ts';

interface CruiseResult {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly comment?: string;
    }[];
    readonly ruleSetUsed?: { readonly forbidden?: readonly { readonly name: string; readonly comment?: string }[] };
  };
}

/** Fewer modules than this were not read: a cruiser that cannot parse finds nothing wrong. */
const MODULES_MIN = 20;

/** Who may import whom, by the rules of `.dependency-cruiser.mjs`. */
export const dependencyStep: Step = {
  name: 'dependency rules',
  async run() {
    const cruise = await runCommand('depcruise', ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src', 'sandbox']);
    const { summary } = parseResult(cruise.stdout, cruise.output);
    const comments = new Map((summary.ruleSetUsed?.forbidden ?? []).map((rule) => [rule.name, rule.comment]));
    const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}\n    ${comments.get(rule.name) ?? ''}`);
    if (summary.totalCruised < MODULES_MIN) lines.push(`only ${summary.totalCruised} modules were read; the rules were not checked`);
    return { isOk: lines.length === 0, output: lines.length === 0 ? `${summary.totalCruised} modules` : lines.join('\n') };
  },
};

function parseResult(stdout: string, output: string): CruiseResult {
  try {
    return JSON.parse(stdout) as CruiseResult;
  } catch (error) {
    throw new Error(`dependency-cruiser gave no result:\n${output}`, { cause: error });
  }
}
