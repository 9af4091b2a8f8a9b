import { z } from 'zod';
import type { AppContext } from '#context';

const FindingBody = z
  .object({
    subject: z.string(),
    state: z.enum(['ok', 'absent', 'warning', 'wrong']).meta({
      description:
        '`absent`: not set or not there, which may be intended. `warning`: it works, and an operator should check it. `wrong`: it does not work.',
    }),
    text: z.string(),
    remedy: z.string().nullable().meta({ description: 'What to do about it.' }),
  })
  .meta({ id: 'DoctorFinding' });

export const DoctorResponse = z.object({
  success: z.boolean(),
  ok: z.boolean().meta({ description: 'Nothing is wrong.' }),
  findings: z.array(FindingBody),
});

export function toDoctorBody(findings: Awaited<ReturnType<AppContext['examine']>>): z.input<typeof DoctorResponse> {
  return {
    success: true,
    ok: findings.every(({ state }) => state !== 'wrong'),
    findings: findings.map((finding) => ({ ...finding, remedy: finding.remedy ?? null })),
  };
}
