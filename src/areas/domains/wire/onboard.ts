import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { ASSET_ROLES } from '#areas/projects/index.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { idField, listField, nameField } from '#http/fields.ts';
import type { ProviderIdentity } from '#providers/search-data/index.ts';
import { hostField } from '../fields.ts';
import type { OnboardOutcome } from '../onboarding/claim-onboardings.ts';
import { ORCHESTRATIONS, toOrchestration } from '../onboarding/orchestration.ts';
import { OnboardOptions } from '../onboarding/options.ts';
import type { OnboardDomainsResult, OnboardedDomain, OnboardEntry } from '../onboarding/onboard-domains.ts';

const DOMAINS_MAX = 1_000;
const ADDRESS_LENGTH_MAX = 2_048;

const Shared = OnboardOptions.extend({
  project_id: idField().optional().meta({ description: 'Makes the domain a website of the project.' }),
  asset_name: nameField().optional().meta({ description: 'Of that website; the domain unless given.' }),
  role: z.enum(ASSET_ROLES).optional().meta({ description: 'Of that website; `primary` unless given.' }),
  options: OnboardOptions.optional().meta({ description: 'The same options; what stands beside it goes first.' }),
});
const Entry = Shared.extend({ domain: hostField() });
const ListEntry = z.union([z.string().max(ADDRESS_LENGTH_MAX), Entry]).transform((entry, context) => {
  if (typeof entry !== 'string') return entry;
  const parsed = Host.safeParse(entry);
  if (parsed.success) return { domain: parsed.data } satisfies z.output<typeof Entry>;
  for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message, input: entry });
  return z.NEVER;
});
const Host = hostField();
const DryRun = { dry_run: dryRunField() };
const SingleForm = Entry.extend(DryRun);
const ListForm = Shared.extend({
  domains: listField(ListEntry, { min: 1, max: DOMAINS_MAX }).meta({
    description: 'Domains, or objects with options of their own; what stands beside the list holds for all.',
  }),
  ...DryRun,
});

/** One domain, or a list of them. */
export const OnboardDomainsBody = {
  forms: { single: SingleForm, list: ListForm },
  choose: (raw: unknown) => (((raw ?? {}) as Readonly<Record<string, unknown>>)['domains'] === undefined ? 'single' : 'list'),
} satisfies BodyForms;
type OnboardDomainsBody = z.output<typeof SingleForm> | z.output<typeof ListForm>;

const OnboardedBody = z.object({
  domain: z.string(),
  domain_id: z.int(),
  outcome: z.enum(['queued', 'running', 'skipped']).meta({ description: '`skipped`: everything that is asked for is there already.' }),
  orchestration: z
    .enum(ORCHESTRATIONS)
    .nullable()
    .meta({ description: '`queue`: no process runs workflows now, and the message waits for one. Null: nothing is to be done.' }),
  workflow_id: z.string().nullable(),
  status_url: z.string().nullable(),
  asset_id: z.string().nullable(),
  project_id: z.string().nullable(),
  message: z.string(),
});

/** The fields of a single domain stand at the top as well; with `dry_run` there is the estimate alone. */
export const OnboardDomainsResponse = z.object({
  success: z.boolean(),
  ...OnboardedBody.partial().shape,
  message: z.string(),
  domains: z.array(OnboardedBody),
  count: z.int(),
  queued: z.int(),
  skipped: z.int(),
  running: z.int(),
  warning: z.string().optional().meta({ description: 'What keeps onboardings from working now' }),
  hint: z.string().optional(),
  dry_run: z.boolean(),
  estimate: EstimateBody.optional(),
});

/** The onboarding is queued nevertheless; it fails until there are credentials. */
export function toOnboardingWarning({ noCredentials: { message, hint } }: ProviderIdentity): { warning: string; hint: string } {
  return { warning: `${message}: onboardings fail until they are`, hint };
}

/** Each domain once, with the options of its first mention; spellings of one domain count as the same. */
export function toOnboardEntries(body: OnboardDomainsBody): OnboardEntry[] {
  const named = 'domains' in body ? body.domains : [body];
  const entries = new Map<string, OnboardEntry>();
  for (const own of named) {
    if (entries.has(own.domain)) continue;
    const { options: sharedOptions, ...shared } = body;
    const { options: ownOptions, ...fields } = own;
    const all = { ...sharedOptions, ...shared, ...ownOptions, ...fields };
    entries.set(own.domain, {
      domain: own.domain,
      projectId: all.project_id,
      assetName: all.asset_name,
      role: all.role ?? 'primary',
      options: OnboardOptions.parse(all),
    });
  }
  return [...entries.values()];
}

export function toOnboardDomainsBody(result: OnboardDomainsResult, isOne: boolean): z.input<typeof OnboardDomainsResponse> {
  const domains = result.domains.map((domain) => toOnboardedBody(domain, result.hasWorker));
  const [first] = domains;
  const count = (outcome: (typeof domains)[number]['outcome']): number => domains.filter((one) => one.outcome === outcome).length;
  const counts = { queued: count('queued'), skipped: count('skipped'), running: count('running') };
  return {
    success: true,
    ...(isOne ? first : {}),
    message:
      isOne && first !== undefined
        ? first.message
        : `${counts.queued} queued, ${counts.running} under way already, ${counts.skipped} skipped because they are onboarded already`,
    domains,
    count: domains.length,
    ...counts,
    dry_run: false,
  };
}

export function toOnboardEstimateBody(estimate: Estimate): z.input<typeof OnboardDomainsResponse> {
  return {
    success: true,
    message: `Would make ${estimate.calls} outside calls`,
    domains: [],
    count: 0,
    queued: 0,
    skipped: 0,
    running: 0,
    dry_run: true,
    estimate: toEstimateFields(estimate),
  };
}

const OUTCOMES = { queued: 'queued', running: 'running', onboarded: 'skipped' } as const satisfies Record<OnboardOutcome, string>;

function toOnboardedBody({ claim, assetId }: OnboardedDomain, hasWorker: boolean): z.input<typeof OnboardedBody> {
  const { order, outcome, workflowId } = claim;
  return {
    domain: order.domain,
    domain_id: claim.domainId,
    outcome: OUTCOMES[outcome],
    orchestration: workflowId === null ? null : toOrchestration(hasWorker),
    workflow_id: workflowId,
    status_url: workflowId === null ? null : `/api/admin/workflow/domain-onboard/${workflowId}`,
    asset_id: assetId,
    project_id: order.projectId ?? null,
    message: toMessage(outcome, hasWorker),
  };
}

function toMessage(outcome: OnboardOutcome, hasWorker: boolean): string {
  if (outcome === 'onboarded') return 'Domain is onboarded already, and was skipped';
  if (outcome === 'running') return 'Domain is being onboarded already';
  return hasWorker ? 'Domain onboarding started' : 'Domain onboarding queued: it begins when a process runs workflows';
}
