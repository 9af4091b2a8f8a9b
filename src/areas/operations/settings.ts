import { z } from 'zod';
import { defineSetting } from '#area/setting.ts';
import { findAppSetting, upsertAppSetting } from '#area/stored-setting.ts';

const DRAIN_MODE = 'drain_mode';

export const settings = [
  defineSetting({
    name: DRAIN_MODE,
    value: z.boolean(),
    change: z.boolean().meta({ description: 'While on, messages are acknowledged without being processed' }),
    read: async (postgres) => (await findAppSetting(postgres, DRAIN_MODE)) === true,
    update: (postgres, isOn) => upsertAppSetting(postgres, DRAIN_MODE, isOn),
  }),
];
