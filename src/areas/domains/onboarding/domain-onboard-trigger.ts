import { z } from 'zod';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { idField } from '#http/fields.ts';
import { estimateOnboardings } from './estimate-onboardings.ts';
import { hostField } from '../fields.ts';
import { OnboardInput, OnboardOptions } from './options.ts';

const Host = hostField();

export const domainOnboardTrigger: WorkflowTrigger = {
  fields: '`domain`, `project_id`; limits, `skip_*`, market and `force` as in `POST /api/admin/domains/onboard`',
  makePayload: () => z.object({ domain: Host, project_id: idField().optional(), ...OnboardOptions.shape }),
  estimate: async (ctx, payload) => {
    const { domain, project_id: projectId, ...options } = OnboardInput.parse(payload);
    return await estimateOnboardings(ctx, [{ domain, projectId, options }]);
  },
};
