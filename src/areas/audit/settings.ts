import { z } from 'zod';
import { defineSetting } from '#area/setting.ts';
import { integerField } from '#http/fields.ts';
import { upsertAppSetting } from '#area/stored-setting.ts';
import { AUDIT_RETENTION, readAuditRetention } from './prune-audit.ts';

const AUDIT_DAYS_MAX = 3_650;

export const settings = [
  defineSetting({
    name: AUDIT_RETENTION,
    value: z.int(),
    change: integerField({ min: 1, max: AUDIT_DAYS_MAX }).meta({ description: 'For how many days the audit log keeps its entries' }),
    read: (postgres) => readAuditRetention({ postgres }),
    update: (postgres, days) => upsertAppSetting(postgres, AUDIT_RETENTION, days),
  }),
];
