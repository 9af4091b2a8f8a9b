import { formatList } from '#data/format.ts';
import { parseCron } from './cron.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const EVERY_DAY = 'every day';
const TIMES_MAX = 4;

/** A cron text in words: `at 02:00 every day (UTC)`. */
export function describeCron(text: string | null): string {
  if (text === null || text.trim() === '') return 'manual only';
  const cron = parseCron(text);
  if (!cron) return `not a schedule: ${text}`;
  const [time, days] = [describeTime(cron.hours, cron.minutes, cron.seconds), describeDays(cron)];
  // What happens every hour happens every day.
  const isAllDay = cron.hours.length === 24 && days === EVERY_DAY;
  return isAllDay ? `${time}${cron.minutes.length < 60 ? ' (UTC)' : ''}` : `${time} ${days} (UTC)`;
}

function describeTime(hours: readonly number[], minutes: readonly number[], seconds: readonly number[]): string {
  const isOnMinute = seconds.length === 1 && seconds[0] === 0;
  if (!isOnMinute)
    return `${describeSteps(seconds, 60, 'second')}${minutes.length === 60 ? '' : ` of ${describeSteps(minutes, 60, 'minute')}`}${describeHours(hours)}`;
  if (hours.length * minutes.length <= TIMES_MAX)
    return `at ${formatList(hours.flatMap((hour) => minutes.map((minute) => `${pad(hour)}:${pad(minute)}`)))}`;
  if (minutes.length === 1) return `at ${pad(minutes[0] ?? 0)} minutes past ${describeSteps(hours, 24, 'hour')}`;
  return `${describeSteps(minutes, 60, 'minute')}${describeHours(hours)}`;
}

function describeHours(hours: readonly number[]): string {
  if (hours.length === 24) return '';
  const [first = 0] = hours;
  const last = hours.at(-1) ?? first;
  return last - first === hours.length - 1 ? ` from ${pad(first)}:00 to ${pad(last)}:59` : ` of ${describeSteps(hours, 24, 'hour')}`;
}

/** `every minute`, `every 5 minutes`, `minute 3 and 7` */
function describeSteps(values: readonly number[], size: number, unit: string): string {
  const [first = 0, second = first] = values;
  if (values.length === size) return `every ${unit}`;
  const step = second - first;
  const isEven = values.length > 1 && values.every((value, index) => value === first + index * step);
  if (isEven && first < step && size - (values.at(-1) ?? 0) <= step)
    return `every ${step} ${unit}s${first === 0 ? '' : ` from ${unit} ${first}`}`;
  return `${unit} ${formatList(values.map(String))}`;
}

function describeDays({ days, months, weekdays, isEitherDay }: NonNullable<ReturnType<typeof parseCron>>): string {
  const parts = [
    ...(weekdays.length < 7 ? [describeWeekdays(weekdays)] : []),
    ...(days.length < 31
      ? [
          `on day ${formatList(days.map(String))} of ${months.length === 12 ? 'each month' : formatList(months.map((month) => MONTHS[month - 1] ?? ''))}`,
        ]
      : []),
  ];
  const when = parts.length === 0 ? EVERY_DAY : parts.join(isEitherDay ? ' or ' : ' and ');
  return months.length < 12 && days.length === 31 ? `${when} in ${formatList(months.map((month) => MONTHS[month - 1] ?? ''))}` : when;
}

function describeWeekdays(weekdays: readonly number[]): string {
  if (weekdays.join() === '1,2,3,4,5') return 'on weekdays';
  return `on ${formatList(weekdays.map((day) => `${WEEKDAYS[day]}s`))}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
