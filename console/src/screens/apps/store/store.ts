export const PLATFORMS = [
  { value: 'store_a', label: 'Apple App Store' },
  { value: 'store_b', label: 'Google Play' },
] as const;

export type Platform = (typeof PLATFORMS)[number]['value'];

export function toStoreName(platform: string): string {
  return PLATFORMS.find(({ value }) => value === platform)?.label ?? platform;
}

/** What stores call their lists, as people do. */
const CHART_NAMES: Readonly<Record<string, string>> = {
  'top-free': 'Top free',
  'top-paid': 'Top paid',
  'top-grossing': 'Top grossing',
  new: 'New',
  'new-free': 'New and free',
  'new-paid': 'New and paid',
  topselling_free: 'Top free',
  topselling_paid: 'Top paid',
  topgrossing: 'Top grossing',
  grouping: 'Editorial hub',
  room: 'Editorial room',
  story: 'Story',
  hero: 'Featured at the top',
};

/** `top-free` and `topselling_free` as people say it: `Top free`. */
export function toChartName(chart: string): string {
  return CHART_NAMES[chart] ?? chart.replaceAll(/[-_]/gu, ' ');
}

const DEVICE_NAMES: Readonly<Record<string, string>> = { phone: 'Phone', tablet: 'Tablet' };

export function toDeviceName(device: string): string {
  return DEVICE_NAMES[device] ?? device;
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  available: 'Available',
  listed: 'Available',
  removed: 'Removed',
  pending: 'Not known',
};

/** Whether a store has an app, as people say it. */
export function toStatusName(status: string): string {
  return STATUS_NAMES[status] ?? status;
}

/** An app as a project tracks it. */
export interface AppOfProject {
  readonly projectId: string;
  readonly platform: Platform;
  readonly appId: string;
  /** Country of the store; left out where the service chooses: where the app is tracked, else where it was read. */
  readonly country?: string | undefined;
}

/** For questions about the app. */
export function toStorefront({ country }: Pick<AppOfProject, 'country'>): { readonly storefront?: string } {
  return country === undefined ? {} : { storefront: country };
}

const ID_OF = { store_a: /^\d{5,20}$/u, store_b: /^[A-Za-z]\w*(?:\.\w+)+$/u } as const;
/** Both stores write the id into the addresses of their pages. */
const ID_IN_ADDRESS = { store_a: /\/id(\d+)/u, store_b: /[?&]id=([\w.]+)/u } as const;

/** The id of an app in a text that is one, or that is the address of its page; undefined when the text is neither. */
export function toAppId(platform: Platform, text: string): string | undefined {
  const id = ID_IN_ADDRESS[platform].exec(text)?.[1] ?? text.trim();
  return ID_OF[platform].test(id) ? id : undefined;
}
