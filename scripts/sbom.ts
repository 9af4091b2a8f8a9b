import { execFileSync } from 'node:child_process';

/** `npm run sbom`: the packages of `package-lock.json` that are not for development alone, as CycloneDX, without a network. */
interface Bill {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  components: readonly {
    readonly 'bom-ref': string;
    readonly properties?: readonly { readonly name: string; readonly value: string }[];
  }[];
  dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const MIB = 1_048_576;
const ARGUMENTS = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
const bill = JSON.parse(execFileSync('npm', ARGUMENTS, { encoding: 'utf8', maxBuffer: 64 * MIB })) as Bill;

// Not `--omit=dev`: that also leaves out what the service needs and a tool of this repository names for its development.
bill.components = bill.components.filter(
  ({ properties = [] }) => !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true'),
);
const kept = new Set([bill.metadata.component['bom-ref'], ...bill.components.map((one) => one['bom-ref'])]);
bill.dependencies = bill.dependencies.flatMap(({ ref, dependsOn = [] }) =>
  kept.has(ref) ? [{ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }] : [],
);
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
