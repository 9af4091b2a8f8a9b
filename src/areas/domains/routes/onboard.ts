import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { estimateEntries, onboardDomains } from '../onboarding/onboard-domains.ts';
import {
  OnboardDomainsBody,
  OnboardDomainsResponse,
  toOnboardingWarning,
  toOnboardDomainsBody,
  toOnboardEntries,
  toOnboardEstimateBody,
} from '../wire/onboard.ts';

const postOnboard = defineEndpoint({
  method: 'POST',
  path: '/api/admin/domains/onboard',
  spec: '4.6',
  area: 'domains',
  readWith: 'assets',
  summary: 'Fetch what is known of a domain, or of up to 1,000',
  description:
    'Links, referring domains, ranked keywords, their summary and the other places of the brand. A domain that is onboarded already is skipped unless `force` is given or a limit above what was fetched; ' +
    'of one that is under way the workflow is answered. A domain stands in a list once, whatever its spellings. With `dry_run` only the estimate is made.',
  access: 'admin',
  body: OnboardDomainsBody,
  responses: { 200: OnboardDomainsResponse },
  failures: ['not_found', 'conflict'],
  subjectOf: (_input, { domain, count, queued, dry_run }) => ({ domain, count, queued, dry_run }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const entries = toOnboardEntries(body);
    if (body.dry_run) return { status: 200, body: toOnboardEstimateBody(await estimateEntries(ctx, entries)) };
    const answer = toOnboardDomainsBody(await onboardDomains(ctx, entries), !('domains' in body));
    return { status: 200, body: ctx.searchData.isConfigured ? answer : { ...answer, ...toOnboardingWarning(ctx.searchData.provider) } };
  },
});

export const onboardEndpoints: AppEndpoint[] = [postOnboard];
