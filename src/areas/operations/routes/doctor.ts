import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { DoctorResponse, toDoctorBody } from '../wire/doctor.ts';

const getDoctor = defineEndpoint({
  method: 'GET',
  spec: '4.12',
  area: 'operations',
  access: 'admin',
  path: '/api/admin/doctor',
  summary: 'Check everything that the service needs',
  description:
    'The checks of `sightline doctor`, from inside: folders, stores, sources and credentials, the clock, the limits. They write nothing and spend nothing.',
  responses: { 200: DoctorResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toDoctorBody(await ctx.examine()) };
  },
});

export const doctorEndpoints: AppEndpoint[] = [getDoctor];
