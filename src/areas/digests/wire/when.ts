import { z } from 'zod';
import { integerField } from '#http/fields.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/u;

/** When something is sent, as bodies say it; the time zone stands beside it. */
export const SendTime = z
  .string()
  .regex(TIME, 'must be a time of day like 07:00')
  .meta({ description: 'On the clocks of `time_zone`, in summer and in winter.' });
export const Weekday = integerField({ min: 1, max: 7 }).nullable().meta({ description: 'Of `week`; 1 is Monday.' });
export const DayOfMonth = integerField({ min: 1, max: 31 }).nullable().meta({ description: 'Of `month`; in shorter months the last day.' });
