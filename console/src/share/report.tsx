import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { formatDay, formatPlural, formatCount, formatDecimal } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { Keywords } from './keywords.tsx';
import { Overview } from './overview.tsx';
import { PositionChart, PositionMap } from './positions.tsx';
import { Section, type ShownProps, type SectionView } from './section.tsx';
import { countSpanDays, type Share, toSpan, type Span, PRESET_DAYS, toPreset } from './span.ts';
import type { Scheme } from './use-scheme.ts';
import { PageLink } from './page-link.tsx';
import { Table, type TableColumn } from './table.tsx';

interface ReportProps {
  readonly token: string;
  readonly share: Share;
  readonly scheme: Scheme;
  readonly onToggleScheme: () => void;
  /** The share is no longer the one that was opened: its password is to be given again, it has ended, or it shows other sections. */
  readonly onChanged: () => void;
}

/** A section that few shares have: the others load nothing of it. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  const View: ComponentType<object> = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={<p className="dim">Loading</p>}>
      <View {...props} />
    </Suspense>
  );
}

/** How each section is shown: a further section is a further value here. */
const SECTIONS = {
  overview: { title: 'Overview', name: 'overview', View: Overview },
  keywords: { title: 'Keywords', name: 'keywords', View: Keywords },
  chart: { title: 'Positions', name: 'chart', View: PositionChart },
  heatmap: { title: 'Heat map', name: 'heatmap', View: PositionMap },
  features: { title: 'Result features', name: 'features', View: later(async () => (await import('./features.tsx')).Features) },
  pages: { title: 'Pages', name: 'pages', View: Pages },
  competitors: { title: 'Competitors', name: 'competitors', View: later(async () => (await import('./competitors.tsx')).Competitors) },
  search_console: { title: 'Counted by Google', name: 'search_console', View: later(async () => (await import('./counted.tsx')).Counted) },
  answers: { title: 'Answers of assistants', name: 'answers', View: later(async () => (await import('./answers.tsx')).Answers) },
} as const;

/** The sections of a share, one below the other, in the order of its owner. */
export function Report({ token, share, scheme, onToggleScheme, onChanged }: ReportProps) {
  const { span, setSpan } = useSpan(share);
  useEffect(() => {
    document.title = share.name;
  }, [share.name]);
  const place: Omit<ShownProps, 'section'> = { token, share, span, scheme, onChanged };
  return (
    <>
      <header>
        <div>
          <h1>{share.name}</h1>
          <p className="dim">
            {formatDay(span.from)} to {formatDay(span.to)}, {formatPlural(countSpanDays(span), 'day')} ({share.time_zone})
          </p>
        </div>
        <div className="actions">
          {share.range === 'free' && <SpanChoice share={share} span={span} onChange={setSpan} />}
          <button type="button" className="quiet" onClick={onToggleScheme}>
            {scheme === 'dark' ? 'Light' : 'Dark'}
          </button>
        </div>
      </header>
      <main>
        {share.sections.map((name) => (
          <Section key={name} {...place} section={SECTIONS[name]} />
        ))}
      </main>
      <footer className="dim">Measured by Sightline. Days without a check are gaps; nothing is filled in.</footer>
    </>
  );
}

/** The days that are shown. The address holds what the reader chose, so that the link can be passed on. */
function useSpan(share: Share): { readonly span: Span; readonly setSpan: (span: Span) => void } {
  const [span, keepSpan] = useState(() => {
    const search = new URLSearchParams(window.location.search);
    return toSpan(share, { from: search.get('from'), to: search.get('to') });
  });
  const setSpan = (next: Span): void => {
    keepSpan(next);
    window.history.replaceState(null, '', `?${new URLSearchParams({ ...next }).toString()}`);
  };
  return { span, setSpan };
}

/** Own pages that rank. */
function Pages({ data: { pages, total, checked, ranked, share_of_voice_weighing: weighing } }: SectionView<'pages'>) {
  if (checked === 0) return <p className="dim">No good check was made in these days.</p>;
  return (
    <>
      <p className="dim">
        {formatCount(ranked)} of {formatPlural(checked, 'checked keyword')} {ranked === 1 ? 'ranks' : 'rank'}, with{' '}
        {formatPlural(total, 'page')}.{total > pages.length && ` The ${formatCount(pages.length)} with the most keywords are shown.`} Share
        of voice: {weighing.name}.
      </p>
      {pages.length > 0 && <Table label="Pages that rank" columns={toColumns(pages)} count={pages.length} />}
    </>
  );
}

function toColumns(pages: SectionView<'pages'>['data']['pages']): TableColumn[] {
  return [
    { title: 'Page', render: (row) => <PageLink url={pages[row]?.page ?? ''} /> },
    { title: 'Keywords', isNumber: true, render: (row) => formatCount(pages[row]?.keywords) },
    { title: 'Best position', isNumber: true, render: (row) => formatCount(pages[row]?.best_position) },
    { title: 'Average position', isNumber: true, render: (row) => formatDecimal(pages[row]?.average_position) },
    { title: 'Monthly searches', isNumber: true, render: (row) => formatCount(pages[row]?.search_volume) },
    { title: 'Share of voice', isNumber: true, render: (row) => formatShare(pages[row]?.share_of_voice) },
  ];
}

interface SpanChoiceProps {
  readonly share: Share;
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

/** The days to show, among those that the share allows. */
function SpanChoice({ share, span, onChange }: SpanChoiceProps) {
  const limits = { min: share.earliest ?? undefined, max: share.latest, required: true };
  const change = (part: Partial<Span>): void => onChange(toSpan(share, { ...span, ...part }));
  return (
    <>
      <div className="presets" role="group" aria-label="Days">
        {PRESET_DAYS.map((days) => {
          const preset = toPreset(share, days);
          return (
            <button
              key={days}
              type="button"
              aria-pressed={preset.from === span.from && preset.to === span.to}
              onClick={() => onChange(preset)}
            >
              {days} d
            </button>
          );
        })}
      </div>
      <input type="date" aria-label="From" value={span.from} {...limits} onChange={({ target }) => change({ from: target.value })} />
      <input type="date" aria-label="To" value={span.to} {...limits} onChange={({ target }) => change({ to: target.value })} />
    </>
  );
}
