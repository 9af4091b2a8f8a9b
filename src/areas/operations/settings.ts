import { z } from 'zod';
import { defineSetting } from '#area/setting.ts';
import { integerField } from '#http/fields.ts';
import { AUDIT_RETENTION, readAuditRetention } from './audit/prune-audit.ts';
import { findAppSetting, upsertAppSetting } from './store/keys-and-settings.ts';

const DRAIN_MODE = 'drain_mode';
const AUDIT_DAYS_MAX = 3_650;

export const settings = [
  defineSetting({
    name: DRAIN_MODE,
    value: z.boolean(),
    change: z.boolean().meta({ description: 'While on, messages are acknowledged without being processed' }),
    read: async (postgres) => (await findAppSetting(postgres, DRAIN_MODE)) === true,
    update: (postgres, isOn) => upsertAppSetting(postgres, DRAIN_MODE, isOn),
  }),
  defineSetting({
    name: AUDIT_RETENTION,
    value: z.int(),
    change: integerField({ min: 1, max: AUDIT_DAYS_MAX }).meta({ description: 'For how many days the audit log keeps its entries' }),
    read: (postgres) => readAuditRetention({ postgres }),
    update: (postgres, days) => upsertAppSetting(postgres, AUDIT_RETENTION, days),
  }),
];
