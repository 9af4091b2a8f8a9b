/** What an alert is worth. */
export const SEVERITY_CHOICES = [
  { value: 'info', label: 'a note' },
  { value: 'warning', label: 'a warning' },
  { value: 'critical', label: 'critical' },
] as const;

/** What is one alert. */
export const GROUPINGS = [
  { value: 'rule', label: 'rule' },
  { value: 'tag', label: 'tag' },
  { value: 'page', label: 'page' },
  { value: 'asset', label: 'website' },
  { value: 'location', label: 'place' },
  { value: 'device', label: 'device' },
  { value: 'none', label: 'keyword' },
] as const;
